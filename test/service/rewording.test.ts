import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import type { Rewording } from '../../src/domain/learning/prompts/reword.ts'
import type { ToolCall } from '../../src/domain/turn.ts'
import { type Script, scriptedModel } from '../model/scripted-model.ts'
import { Home } from './home.ts'

const STEPS: readonly ToolCall[] = [
  { name: 'Bash', input: { command: 'npx cspell docs/RELEASE.md' }, ok: true },
  { name: 'Bash', input: { command: 'npm run check:links -- --fast' }, ok: true },
]
const NAME = 'auto-check-notes-release'

const cite = (call: string, quote: string) => [{ turn: 't1', call, quote }]
const SPELL = {
  text: 'Check the spelling of the notes first.',
  command: 'npx cspell docs/RELEASE.md',
  cites: cite('c1', 'npx cspell docs/RELEASE.md'),
}
const LINKS = {
  text: 'Then see whether the links still lead anywhere.',
  command: 'npm run check:links -- --fast',
  cites: cite('c2', 'npm run check:links -- --fast'),
}
type Skill = NonNullable<Rewording['skill']>
const SKILL: Skill = {
  description: 'Checks the release notes for spelling and dead links. Use before notes are published.',
  use_when: ['the release notes are to be checked'],
  not_when: ['notes are to be written'],
  steps: [SPELL, LINKS],
  pitfalls: [],
  checks: [],
  examples: ['check the release notes'],
}

/** A model that words drafts so, and finds all of it borne out. */
const wording =
  (skill: Partial<Skill> | null, isBorneOut = true): Script =>
  ({ purpose, input }) => {
    if (purpose === 'reword')
      return { reason: 'it reads better', skill: skill === null ? null : { ...SKILL, ...skill } }
    const ids = [...input.matchAll(/^([a-z]+\[\d+\]):/gm)].map(([, id]) => id)
    return { claims: ids.map((id, i) => ({ id, supported: isBorneOut || i > 0, reason: '' })) }
  }

async function record(at: Home, loop: SkillLoop, times = 3): Promise<readonly string[]> {
  const ids: string[] = []
  for (let i = 0; i < times; i++) {
    at.now = new Date(at.now.getTime() + 86_400_000)
    const { turnId } = await loop.endOfRun({
      ...{ userInput: 'check the release notes', outcome: 'success', engine: 'codex', toolCalls: STEPS },
      ...{ sessionId: `s-${at.now.getTime()}`, promptId: 'p', projectDir: '/work/app', timestamp: at.now },
    })
    ids.push(turnId)
  }
  return ids
}

async function home(script: Script) {
  const at = new Home()
  const model = scriptedModel(script)
  const loop = await at.open({ languageModel: model })
  const turnIds = await record(at, loop)
  const text = async () => readFileSync(join((await loop.review.skill(NAME)).path, 'SKILL.md'), 'utf8')
  const purposes = () => model.asked.map(({ purpose }) => purpose).filter((purpose) => purpose !== 'extract')
  return { at, loop, model, turnIds, text, purposes }
}

describe('the draft of a streak', () => {
  test('is worded anew from its evidence, as its next version', async () => {
    const { loop, text, purposes, model } = await home(wording({}))
    const evidence = async () =>
      readFileSync(join((await loop.review.skill(NAME)).path, 'references/evidence.md'), 'utf8')
    const [before, runs] = [await text(), await evidence()]
    expect((await loop.learning.learn()).reworded).toMatchObject([{ skill: NAME, staged: { status: 'staged' } }])
    expect(purposes()).toEqual(['reword', 'audit'])
    expect(model.asked[0]?.input).toContain('kept (in 3/3 runs): Run `npx cspell docs/RELEASE.md`')
    expect(await text()).not.toBe(before)
    expect(await text()).toContain('1. Check the spelling of the notes first. `npx cspell docs/RELEASE.md`')
    expect(await evidence()).toBe(runs)
    const skill = await loop.review.skill(NAME)
    expect(skill).toMatchObject({ status: 'staged', origin: 'auto', evidenceCount: 3, description: SKILL.description })
    expect(await loop.review.versions(NAME)).toMatchObject([
      { author: 'auto', evidence: { length: 3 } },
      { author: 'model', evidence: { length: 3 }, reason: 'worded by a language model from the evidence of 0.1.0' },
    ])
  })

  test('is asked about once, and again when another streak made a new version of it', async () => {
    const { at, loop, purposes, text } = await home(wording({}))
    await loop.learning.learn()
    expect(await loop.learning.learn()).toMatchObject({ reworded: [], calls: 0 })
    await record(at, loop)
    expect(await text()).not.toContain('Check the spelling of the notes first.')
    expect((await loop.learning.learn()).reworded).toMatchObject([{ staged: { status: 'staged' } }])
    expect(await text()).toContain('Check the spelling of the notes first.')
    // The statements are the same: what the second reader said of them is kept.
    expect(purposes()).toEqual(['reword', 'audit', 'reword'])
    expect((await loop.review.versions(NAME)).map(({ author }) => author)).toEqual(['auto', 'model', 'auto', 'model'])
  })

  test('keeps its text where the model finds it as good', async () => {
    const { loop, text, purposes } = await home(wording(null))
    const before = await text()
    expect((await loop.learning.learn()).reworded).toMatchObject([{ reason: 'left as it is: it reads better' }])
    expect(await loop.learning.learn()).toMatchObject({ reworded: [] })
    expect([await text(), purposes()]).toEqual([before, ['reword']])
  })

  test.each<[string, Partial<Skill>]>([
    ['commands', { steps: [SPELL, { ...LINKS, command: 'npm run check:links -- --force' }] }],
    ['mentions', { steps: [SPELL, { ...LINKS, text: 'Add --no-verify where a link is slow.' }] }],
    ['mentions', { description: 'Checks the notes, and reads docs/secret/plan.md for it. Use before a release.' }],
    ['quotations', { steps: [SPELL, { ...LINKS, cites: cite('c2', 'npm run check:everything') }] }],
    ['lost step', { steps: [SPELL] }],
  ])('keeps its text where the new one breaks a rule: %s', async (rule, change) => {
    const { loop, text, purposes } = await home(wording(change))
    const before = await text()
    expect((await loop.learning.learn()).reworded).toMatchObject([{ staged: { status: 'refused', rule } }])
    expect([await text(), purposes()]).toEqual([before, ['reword', 'reword']])
    const { proposals } = await loop.learning.modelUsage(new Date(0))
    expect(proposals).toMatchObject([{ operation: 'reword', skill: NAME, status: 'refused', rule }])
  })

  test('keeps its text where a second reader doubts a statement', async () => {
    const { loop, text } = await home(wording({}, false))
    const before = await text()
    expect((await loop.learning.learn()).reworded).toMatchObject([{ staged: { status: 'refused', rule: 'audit' } }])
    expect(await text()).toBe(before)
  })

  test('is left alone once a person edited or promoted it', async () => {
    const { loop, model } = await home(wording({}))
    const { path } = await loop.review.skill(NAME)
    const file = join(path, 'SKILL.md')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nAsk Ann before you publish.\n`)
    expect(await loop.learning.learn()).toMatchObject({ reworded: [] })
    expect(model.asked).toHaveLength(0)
  })

  test('is withdrawn with its evidence, in other words or not', async () => {
    const { at, loop, turnIds } = await home(wording({}))
    await loop.learning.learn()
    const [last] = (await loop.review.latest(1)).map(({ turnId }) => turnId)
    expect(turnIds).toContain(last)
    const { sessionId } = { sessionId: `s-${at.now.getTime()}` }
    await loop.endOfRun({
      ...{ userInput: 'no, that is wrong, undo it', outcome: 'success', engine: 'codex', sessionId, promptId: 'q' },
      timestamp: new Date(at.now.getTime() + 60_000),
    })
    expect(await loop.review.skill(NAME)).toMatchObject({ status: 'archived' })
  })

  test('is only shown by a dry run', async () => {
    const { loop, model } = await home(wording({}))
    const { questions } = await loop.learning.learn({ dryRun: true })
    expect(questions).toMatchObject([{ subject: `draft ${NAME}`, prompt: 'reword@2' }])
    await loop.learning.learn()
    expect(questions[0]?.text).toBe(`${model.asked[0]?.system}\n\n${model.asked[0]?.input}`)
  })
})
