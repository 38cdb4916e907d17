import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Home } from '../cli/command-line.ts'
import type { Planted } from '../domain/planted-secrets.ts'
import { found, PLANTED } from './found-secrets.ts'
import { opened } from './loop-home.ts'

/** A turn with one secret, in one of the places where agents meet them. */
const PLACES: readonly (readonly [string, (shown: string, secret: string) => object])[] = [
  ['the request', (shown) => ({ user_input: `deploy the staging site with ${shown}` })],
  ['a tool’s input', (shown) => ({ tool_calls: [{ name: 'Bash', input: { command: `run ${shown}` }, ok: true }] })],
  [
    'a deep field of a tool’s input',
    (shown) => ({ tool_calls: [{ name: 'Call', input: { a: [{ b: { text: shown } }] }, ok: true }] }),
  ],
  [
    'an error of several lines',
    (shown) => ({ tool_calls: [{ name: 'Bash', input: {}, ok: false, error: `failed\nwith ${shown}` }] }),
  ],
  [
    'a tool’s output, which nobody asked for',
    (shown) => ({ tool_calls: [{ name: 'Bash', input: {}, ok: true, output: shown, result: { text: shown } }] }),
  ],
  ['the summary', (shown) => ({ summary: `done with ${shown}` })],
]

/** The same secret where only its value stands: known from the request, it must go from there as well. */
const elsewhere = (secret: string) => {
  return {
    session_id: `s-${secret}`,
    prompt_id: `p-${secret}`,
    project_dir: `/srv/${secret}/app`,
    stop_reason: `end ${secret}`,
    tool_calls: [
      {
        name: 'Read',
        input: { file_path: `/srv/${secret}/notes.md` },
        ok: true,
        cwd: `/srv/${secret}`,
        message_id: secret,
      },
    ],
  }
}

const turns = (): readonly object[] =>
  PLANTED.flatMap(({ shown, secret }, i) => [
    ...PLACES.map(([place, of]) => ({
      user_input: 'deploy the staging site',
      outcome: 'success',
      session_id: `session-${i}-${place}`,
      ...of(shown, secret),
    })),
    // What holds slashes cannot be one part of a path.
    ...(secret.includes('/') ? [] : [{ user_input: `deploy with ${shown}`, outcome: 'success', ...elsewhere(secret) }]),
  ])

describe('planted secrets', () => {
  it('are at least forty, of at least twenty kinds', () => {
    expect(PLANTED.length).toBeGreaterThanOrEqual(40)
    expect(new Set(PLANTED.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20)
  })

  it('are nowhere after observe, drafts, moves, audit and route, nor in the log at its most talkative', async () => {
    const home = new Home()
    const env = { WAYLAND_HOME: join(home.root, 'second') }
    const debug = ['--log-level', 'debug', '--draft-gates', 'none']
    const stdin = turns()
      .map((turn) => `${JSON.stringify(turn)}\n`)
      .join('')
    const observed = await home.run(['observe', ...debug], { stdin, env })
    expect(observed.code).toBe(0)
    expect(observed.lines.filter(({ draft }) => draft?.path !== undefined).length).toBeGreaterThan(0)
    const said = [observed.stdout, observed.stderr]
    for (const { shown } of PLANTED.slice(0, 4)) {
      const routed = await home.run(['route', `deploy the staging site with ${shown}`, '--json', ...debug], { env })
      said.push(routed.stdout, routed.stderr)
    }
    for (const args of [['--skills-audit'], ['--skills-govern'], ['skills', '--json'], ['status']]) {
      const { stdout, stderr } = await home.run([...args, '--log-level', 'debug'], { env })
      said.push(stdout, stderr)
    }
    expect(found(home.root, ...said)).toEqual([])
  })

  it('are nowhere after the library recorded, routed and drafted, while the journal is still open', async () => {
    const { home, loop } = await opened({ 'draft.gates': 'none' })
    for (const { shown, secret } of PLANTED) {
      const call = { name: 'Bash', input: { command: shown }, ok: true as const }
      const extra = { ...call, output: shown, [secret]: shown }
      await loop.endOfRun(home.turn(`deploy ${shown}`, { toolCalls: [extra], projectDir: `/srv/${shown}/app` }))
      await home.streak(loop, 'deploy the staging site now', { toolCalls: [call, extra] })
      await loop.route({
        text: `deploy with ${shown}`,
        projectDir: `/srv/${shown}`,
        sessionId: `s ${shown}`,
        promptId: `p ${shown}`,
      })
    }
    const { skill } = await home.streak(loop, 'deploy the staging site now')
    await loop.review.move(skill, 'archive')
    expect(found(home.root, JSON.stringify(home.events))).toEqual([])
  })

  it('are nowhere after an import of a session file, whose own path holds one', async () => {
    const home = new Home()
    const folder = join(home.root, '..', `import-${(PLANTED[2] as Planted).secret}`)
    mkdirSync(folder)
    try {
      const file = join(folder, 'session.jsonl')
      writeFileSync(file, sessionFile())
      const first = await home.run(['import', 'claude-code', folder, '--json', '--log-level', 'debug'])
      expect(first.json()).toMatchObject({ turns_recorded: PLANTED.length, errors: [] })
      const again = await home.run(['import', 'claude-code', folder, '--json'])
      expect(again.json()).toMatchObject({ turns_recorded: 0, errors: [] })
      expect(found(home.root, first.stdout, first.stderr)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** A session as Claude Code writes it: prompt, tool call, tool result, answer. */
function sessionFile(): string {
  const base = { sessionId: 'one', version: '2.0.0', cwd: '/srv/app', userType: 'external', isSidechain: false }
  const lines = PLANTED.flatMap(({ shown, secret }, i) => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, i, second)).toISOString()
    const id = (n: number) => `u-${i}-${n}`
    const tool = { type: 'tool_use', id: `t-${i}`, name: 'Bash', input: { command: `deploy ${shown}` } }
    const result = { type: 'tool_result', tool_use_id: `t-${i}`, content: `used ${shown}`, is_error: i % 2 === 0 }
    const answer = { type: 'text', text: `Deployed with ${secret}.` }
    const said = (content: readonly object[], stop: string) => ({
      role: 'assistant',
      id: `m-${i}-${stop}`,
      content,
      stop_reason: stop,
    })
    return [
      {
        ...base,
        type: 'user',
        uuid: id(1),
        timestamp: at(1),
        message: { role: 'user', content: `deploy with ${shown}` },
      },
      {
        ...base,
        type: 'assistant',
        uuid: id(2),
        parentUuid: id(1),
        timestamp: at(2),
        message: said([tool], 'tool_use'),
      },
      {
        ...base,
        type: 'user',
        uuid: id(3),
        parentUuid: id(2),
        timestamp: at(3),
        message: { role: 'user', content: [result] },
        toolUseResult: shown,
      },
      {
        ...base,
        type: 'assistant',
        uuid: id(4),
        parentUuid: id(3),
        timestamp: at(4),
        message: said([answer], 'end_turn'),
      },
    ]
  })
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
