import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { ALL_GATES, type EVIDENCE_GATES, type REQUEST_GATES } from '../../src/domain/draft/gate-names.ts'
import { signature } from '../../src/domain/signature.ts'
import type { ToolCall, TurnInput } from '../../src/domain/turn.ts'
import { scratch } from '../scratch.ts'

/** A request that each gate refuses. */
const REFUSED: Readonly<Record<(typeof REQUEST_GATES)[number], string>> = {
  pasted_log: `please fix the build ${'and the tests '.repeat(60)}`,
  acknowledgement: 'perfect',
  anaphora: 'do the same for that one',
  skill_call: 'use the release skill',
  bare_command: '/review',
  thin: 'deploy',
  question: 'are there tests for CalculateAttributionWithAccumulated?',
  correction: 'you left out the front matter',
}

const bash = (command: string, more: Partial<ToolCall> = {}): ToolCall => ({
  name: 'Bash',
  input: { command },
  ok: true,
  ...more,
})
const broken = [
  bash('report make', { ok: false, error: 'bash: report: command not found', exitCode: 127 }),
  bash('npm install report'),
  bash('report make'),
]

/** Three turns that each gate refuses to draft from. */
const TURNED_DOWN: Readonly<Record<(typeof EVIDENCE_GATES)[number], readonly TurnInput[]>> = {
  no_work: turns((n) => ({ userInput: 'write release notes', sessionId: `s${n}`, toolCalls: [] })),
  one_attempt: turns((n) => ({
    userInput: ['fix the login form', 'fix login form', 'fix the login form please'][n - 1] as string,
    sessionId: 's',
    toolCalls: [{ name: 'Edit', input: { file_path: '/p/login.ts' }, ok: true }],
  })),
  environment: turns((n) => ({ userInput: 'run monthly report', sessionId: `s${n}`, toolCalls: broken })),
  nothing_in_common: turns((n) => ({
    userInput: 'sort imports alphabetically',
    sessionId: `s${n}`,
    projectDir: '/p',
    toolCalls: [bash('npm test')],
  })),
}

function turns(one: (n: number) => TurnInput): readonly TurnInput[] {
  return [1, 2, 3].map((n) => ({ outcome: 'success' as const, promptId: `${one(n).userInput} ${n}`, ...one(n) }))
}

/** Turns after which `npm test` is what every turn of the project does. */
const everyday = [
  'parser',
  'printer',
  'lexer',
  'walker',
  'reader',
  'writer',
  'loader',
  'linker',
  'router',
  'binder',
].map(
  (part): TurnInput => ({
    userInput: `change the ${part} slightly`,
    outcome: 'success',
    projectDir: '/p',
    toolCalls: [bash('npm test')],
  }),
)

const open = (gates: string | readonly string[], grouping: 'signature' | 'similar' = 'similar'): Promise<SkillLoop> => {
  const home = scratch()
  const places = { 'config.dir': join(home, 'c'), 'data.dir': join(home, 'd') }
  return openSkillLoop({ env: {}, settings: { ...places, 'draft.gates': gates, 'bucket.grouping': grouping } })
}

async function lastOf(loop: SkillLoop, all: readonly TurnInput[]) {
  let last = null
  for (const turn of all) last = (await loop.endOfRun(turn)).draft ?? last
  return last
}

describe('draft.gates', () => {
  it.each(Object.entries(REFUSED))(
    '%s refuses alone, and is silent when it is the one that is off',
    async (gate, userInput) => {
      await using alone = await open([gate])
      expect((await alone.endOfRun({ userInput, outcome: 'success' })).reason).toMatch(new RegExp(`^${gate}: `))
      await using others = await open(ALL_GATES.filter((name) => name !== gate))
      expect((await others.endOfRun({ userInput, outcome: 'success' })).reason ?? '').not.toMatch(
        new RegExp(`^${gate}`),
      )
    },
  )

  it.each(Object.entries(TURNED_DOWN))('%s turns a streak down alone, and not when it is off', async (gate, all) => {
    await using alone = await open([gate])
    await lastOf(alone, everyday)
    expect(await lastOf(alone, all)).toMatchObject({
      status: 'refused',
      reason: expect.stringMatching(new RegExp(`^${gate}: `)),
    })
    await using others = await open(ALL_GATES.filter((name) => name !== gate))
    await lastOf(others, everyday)
    expect((await lastOf(others, all))?.reason ?? '').not.toMatch(new RegExp(`^${gate}`))
  })

  it.each(['user', 'project'])('one_attempt keeps what counts of the streak, by %s', async (scope) => {
    const home = scratch()
    const dirs = { 'config.dir': join(home, 'c'), 'data.dir': join(home, 'd') }
    await using loop = await openSkillLoop({ env: {}, settings: { ...dirs, 'bucket.scope': scope } })
    const fix = (userInput: string, sessionId: string, minute: number): TurnInput => ({
      userInput,
      sessionId,
      outcome: 'success',
      projectDir: '/p',
      timestamp: new Date(60_000 * minute),
      toolCalls: [{ name: 'Edit', input: { file_path: '/p/login.ts' }, ok: true }, bash('npm run e2e -- login')],
    })
    await loop.endOfRun(fix('fix the login form', 'a', 1))
    const again = await loop.endOfRun(fix('fix the login form please', 'a', 2))
    const other = await loop.endOfRun(fix('fix the login form', 'b', 3))
    expect(other.draft).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('2 of them still count'),
    })
    const third = await loop.endOfRun(fix('please fix the login form', 'c', 4))
    expect(third).toMatchObject({ streak: 3, draft: { status: 'drafted' } })
    const [version] = await loop.review.versions(third.draft?.skill ?? '')
    expect(version?.evidence).toEqual([again.turnId, other.turnId, third.turnId])
  })

  it('with all off leaves the plain rule: three successes in a row on one signature draft, whatever they say or did', async () => {
    await using loop = await open('none', 'signature')
    const requests = [...Object.values(REFUSED), 'fix it'].filter((text) => signature(text) !== '')
    expect(requests.length).toBeGreaterThan(4)
    for (const userInput of requests) {
      const say = (outcome: 'success' | 'failure' | 'unknown') => loop.endOfRun({ userInput, outcome, toolCalls: [] })
      expect((await say('success')).streak).toBe(1)
      expect((await say('failure')).streak).toBe(0)
      expect([(await say('success')).streak, (await say('unknown')).streak]).toEqual([1, 1])
      expect((await say('success')).draft).toBeNull()
      const third = await say('success')
      expect(third).toMatchObject({ streak: 3, draft: { status: 'drafted' } })
      expect((await say('success')).streak).toBe(1)
    }
    for (const all of Object.values(TURNED_DOWN)) expect(await lastOf(loop, all)).toMatchObject({ status: 'drafted' })
  })

  it('is read from the file, from the variable over it, and from what is given over both', async () => {
    const home = scratch()
    mkdirSync(join(home, 'c', 'wayland-core'), { recursive: true })
    writeFileSync(join(home, 'c', 'wayland-core', 'config.json'), '{"draft.gates": "none"}')
    const reason = async (env: Record<string, string>, given: Record<string, string>) => {
      const settings = { 'config.dir': join(home, 'c'), 'data.dir': null, ...given }
      await using loop = await openSkillLoop({ env, settings, onEvent: () => {} })
      return (await loop.endOfRun({ userInput: 'deploy', outcome: 'success' })).reason?.split(':')[0]
    }
    expect(await reason({}, {})).toBeUndefined()
    expect(await reason({ WAYLAND_DRAFT_GATES: 'thin' }, {})).toBe('thin')
    expect(await reason({ WAYLAND_DRAFT_GATES: 'thin' }, { 'draft.gates': 'anaphora' })).toBeUndefined()
    expect(await reason({}, { 'draft.gates': 'anaphora,thin' })).toBe('thin')
  })
})
