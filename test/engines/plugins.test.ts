import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Program } from '../../src/connect/agent-settings.ts'
import { install, uninstall } from '../../src/engines/installer.ts'
import { Home, MAIN, REVIEW } from '../cli/command-line.ts'
import { scratch } from '../scratch.ts'
import { settingsOf } from './loaded.ts'
import { places } from './places.ts'

/** The plugin of an engine as a module, calling the program given. */
async function plugin(name: string, program: Program): Promise<Record<string, unknown>> {
  const { plugin: text } = settingsOf(name).connect({}, program, places().user)
  const file = join(scratch(), 'plugin.mjs')
  writeFileSync(file, text ?? '')
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>
}

// A changed plugin makes doctor call every installed one outdated: it is changed on purpose, and this with it.
it.each([
  ['opencode', '// wayland-core plugin fd706eb9ed56'],
  ['pi', '// wayland-core plugin 3133653ea134'],
])('the plugin of %s keeps its bytes', (name, first) => {
  const program: Program = { node: '/n', main: '/m/cli/main.js', platform: 'linux' }
  expect(settingsOf(name).connect({}, program, places().user).plugin?.split('\n')[0]).toBe(first)
})

/** A program that says what it was called with. */
function stub(): { readonly program: Program; readonly calls: () => unknown[] } {
  const root = scratch()
  const main = join(root, 'with a space', 'cli', 'main.js')
  mkdirSync(dirname(main), { recursive: true })
  copyFileSync(join(dirname(MAIN), 'hook.sh'), join(dirname(main), 'hook.sh'))
  writeFileSync(
    main,
    `const fs = require('node:fs')
     const stdin = fs.readFileSync(0, 'utf8')
     fs.appendFileSync(${JSON.stringify(join(root, 'calls'))}, JSON.stringify([process.argv.slice(2), JSON.parse(stdin)]) + '\\n')
     if (process.argv[4] === 'before_agent_start') console.log(JSON.stringify({ hint: 'try auto-x' }))`,
  )
  return {
    program: { node: process.execPath, main, platform: process.platform },
    calls: () =>
      readFileSync(join(root, 'calls'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
  }
}

it('pi’s extension hands over each event and gives the hint', async () => {
  const { program, calls } = stub()
  const extension = (await plugin('pi', program)).default as (pi: unknown) => void
  const handlers = new Map<string, (event: unknown, ctx: unknown) => Promise<unknown>>()
  extension({ on: (name: string, handler: never) => handlers.set(name, handler) })
  const ctx = {
    cwd: '/work',
    sessionManager: { getSessionId: () => 's1', getSessionFile: () => '/home/u/.pi/agent/sessions/w/s1.jsonl' },
  }
  expect(await handlers.get('before_agent_start')?.({ prompt: 'do it' }, ctx)).toEqual({
    message: { customType: 'wayland-core', content: 'try auto-x', display: true },
  })
  await handlers.get('agent_end')?.({ messages: [] }, ctx)
  await handlers.get('session_shutdown')?.({}, { ...ctx, sessionManager: null })
  const session = { session_id: 's1', transcript_path: '/home/u/.pi/agent/sessions/w/s1.jsonl', cwd: '/work' }
  expect(calls()).toEqual([
    [
      ['hook', 'pi', 'before_agent_start', ...(process.platform === 'win32' ? [] : ['--make-snapshot'])],
      { hook_event_name: 'before_agent_start', ...session, prompt: 'do it' },
    ],
    [['hook', 'pi', 'agent_end'], { hook_event_name: 'agent_end', ...session }],
  ])
})

it('a plugin whose program is gone is no concern of the agent', async () => {
  const gone = { node: '/nowhere/node', main: '/nowhere/cli/main.js', platform: process.platform }
  const extension = (await plugin('pi', gone)).default as (pi: unknown) => void
  let start: ((event: unknown, ctx: unknown) => Promise<unknown>) | undefined
  extension({
    on: (name: string, handler: never) => {
      if (name === 'before_agent_start') start = handler
    },
  })
  const ctx = { cwd: '/', sessionManager: { getSessionId: () => 's', getSessionFile: () => undefined } }
  expect(await start?.({ prompt: 'x' }, ctx)).toBeUndefined()
})

it('OpenCode’s plugin gives turns to the loop, and the hint of what was learned to the next prompt', async () => {
  const home = new Home()
  for (const [name, value] of Object.entries(home.env())) vi.stubEnv(name, value)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const { WaylandCore } = (await plugin('opencode', {
    node: process.execPath,
    main: MAIN,
    platform: process.platform,
  })) as {
    WaylandCore: (host: unknown) => Promise<Record<string, (input: unknown, output?: unknown) => Promise<void>>>
  }
  const tool = (command: string, status = 'completed', exit = 0) => ({
    type: 'tool',
    tool: 'bash',
    state: { status, input: { command }, metadata: { exit } },
  })
  const sessions: Record<string, { parentID?: string; error?: object }> = {
    s1: {},
    s2: {},
    child: { parentID: 's2' },
    broken: { error: { name: 'MessageAbortedError' } },
    s3: {},
  }
  const client = {
    session: {
      get: async ({ path: { id } }: { path: { id: string } }) => ({
        data: { id, directory: '/work/app', ...sessions[id] },
      }),
      messages: async ({ path: { id } }: { path: { id: string } }) => ({
        data: [
          { info: { id: `msg_${id}`, role: 'user' }, parts: [{ type: 'text', text: REVIEW }] },
          {
            info: { role: 'assistant', finish: 'stop', ...sessions[id] },
            parts: [tool('git diff main...HEAD'), tool('npm test'), { type: 'text', text: 'Done' }],
          },
        ],
      }),
    },
  }
  const hooks = await WaylandCore({ client, directory: '/work/app' })
  for (const sessionID of Object.keys(sessions))
    await hooks.event?.({ event: { type: 'session.idle', properties: { sessionID } } })
  await hooks.event?.({ event: { type: 'session.idle', properties: { sessionID: 's3' } } })
  await hooks.event?.({ event: { type: 'file.edited', properties: {} } })
  const status = (await home.run(['status', '--json'])).json<{ turns: number; waiting: { name: string }[] }>()
  expect([status.turns, status.waiting.map(({ name }) => name)]).toEqual([4, ['auto-branch-changes-review']])

  const parts = [{ type: 'text', text: REVIEW }]
  await hooks['chat.message']?.({}, { message: { id: 'msg_9', sessionID: 's4' }, parts })
  expect(parts[1]).toMatchObject({
    type: 'text',
    synthetic: true,
    text: expect.stringContaining('auto-branch-changes'),
  })
  const dashed = [{ type: 'text', text: '--json is what I want' }]
  await hooks['chat.message']?.({}, { message: { id: 'msg_10', sessionID: 's4' }, parts: dashed })
  expect(dashed).toHaveLength(1)
})

it('OpenCode’s plugin loses no turn, however large, where OpenCode ends and its group of processes with it', async () => {
  const root = scratch()
  const taken = join(root, 'taken')
  const main = join(root, 'main.cjs')
  // As slow to begin as a program is on a busy machine.
  writeFileSync(
    main,
    `setTimeout(() => {
      const fs = require('node:fs')
      fs.writeFileSync(${JSON.stringify(taken)}, fs.readFileSync(0))
    }, 800)`,
  )
  const program = { node: process.execPath, main, platform: process.platform }
  writeFileSync(join(root, 'plugin.mjs'), settingsOf('opencode').connect({}, program, places().user).plugin ?? '')
  const host = join(root, 'host.mjs')
  writeFileSync(
    host,
    `import { WaylandCore } from './plugin.mjs'
    const input = { command: 'x'.repeat(300_000) }
    const data = [
      { info: { id: 'msg_1', role: 'user' }, parts: [{ type: 'text', text: 'review it' }] },
      { info: { role: 'assistant', finish: 'stop' }, parts: [{ type: 'tool', tool: 'bash', state: { status: 'completed', input, metadata: { exit: 0 } } }] },
    ]
    const session = { get: async () => ({ data: { id: 's', directory: '/work' } }), messages: async () => ({ data }) }
    const hooks = await WaylandCore({ client: { session }, directory: '/work' })
    void hooks.event({ event: { type: 'session.idle', properties: { sessionID: 's' } } })
    setTimeout(() => process.exit(), 100)`,
  )
  const temporary = join(root, 'tmp')
  mkdirSync(temporary)
  const child = spawn(process.execPath, [host], { detached: true, env: { ...process.env, TMPDIR: temporary } })
  await once(child, 'exit')
  // Where nobody is left in the group, there is nothing to end.
  await Promise.resolve()
    .then(() => process.kill(-(child.pid ?? 0), 'SIGKILL'))
    .catch(() => {})
  await vi.waitFor(() => expect(existsSync(taken) && readFileSync(taken, 'utf8').endsWith('}\n')).toBe(true), 10_000)
  expect(JSON.parse(readFileSync(taken, 'utf8'))).toMatchObject({
    user_input: 'review it',
    stop_reason: 'end_turn',
    tool_calls: [{ input: { command: 'x'.repeat(300_000) }, ok: true }],
  })
  expect(readdirSync(temporary)).toEqual([])
})

it('a plugin that a person changed is neither written over nor removed', async () => {
  const there = places()
  const engine = settingsOf('pi')
  const parts = { engine, place: there.user, program: stub().program, journal: there.journal, dryRun: false }
  const [change] = await install(parts)
  const file = change?.path ?? ''
  writeFileSync(file, `${readFileSync(file, 'utf8')}// mine\n`)
  await expect(uninstall(parts)).rejects.toMatchObject({ code: 'not_ours' })
  await expect(install({ ...parts, program: stub().program })).rejects.toMatchObject({ code: 'not_ours' })
  expect(readFileSync(file, 'utf8')).toContain('// mine')
})
