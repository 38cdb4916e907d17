import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parse } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { CONNECTABLE } from '../../../src/engines/engines.ts'
import { finished } from '../../cli/command-line.ts'
import { AGENTS, type Agent, pi, review, type Turn, write } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

const SKILL = 'auto-branch-changes-review'
const asked = review('s9', { request: 'please review the changes on my branch' })
/** A machine that is slow because other tests run has all the time it needs. */
const PATIENT = { WAYLAND_HOOK_DIRECT_MS: '60000' }

/** An agent with settings that a person wrote, and how it calls what those settings say. */
interface Connected {
  readonly agent: Agent
  /** The person's settings by path below the home, from before. */
  readonly settings: Readonly<Record<string, string>>
  /** Where a promoted skill is found when this agent alone is connected. */
  readonly skills: string
  readonly call: (home: AgentHome, event: 'prompt' | 'end', turn: Turn) => Promise<string>
  readonly hintIn: (answer: string) => string
}

/** Claude Code ignores a file with comments. */
const PLAIN = '{\r\n  "theme": "dark",\r\n  "list": [1, 2]\r\n}\r\n'
const COMMENTED = '// mine\r\n{\r\n  "theme": "dark", // at night\r\n  "list": [1, 2,],\r\n}\r\n'

const contextIn = (answer: string) =>
  (JSON.parse(answer) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext

/** Runs the command that a file of settings holds for an event, in a shell, as the agent does. */
const byCommand =
  (agent: Agent, file: string): Connected['call'] =>
  async (home, event, turn) => {
    const { hooks } = parse(readFileSync(join(home.root, file), 'utf8')) as {
      hooks: Record<string, readonly { hooks: readonly { command: string }[] }[]>
    }
    const commands = (hooks[agent.events[event]] ?? []).flatMap((group) => group.hooks.map(({ command }) => command))
    expect(commands).toHaveLength(1)
    const child = spawn('sh', ['-c', commands[0] ?? ''], { env: home.env(PATIENT), cwd: home.work })
    child.stdin?.end(JSON.stringify(agent.payload(event, turn, join(home.root, agent.file(turn.session)))))
    const { code, stdout, stderr } = await finished(child)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }

/** Codex has hooks of hooks.json, and at the end of a turn calls the program that config.toml names as `notify`. */
const byNotify: Connected['call'] = async (home, event, turn) => {
  if (event !== 'end') return await byCommand(codex, '.codex/hooks.json')(home, event, turn)
  const config = readFileSync(join(home.root, '.codex', 'config.toml'), 'utf8')
  const [program = '', ...words] = (parseToml(config) as { notify: string[] }).notify
  const payload = JSON.stringify({
    type: 'agent-turn-complete',
    'thread-id': turn.session,
    'turn-id': turn.id,
    cwd: '/proj/app',
    'input-messages': [turn.request],
    'last-assistant-message': turn.answer,
  })
  const ended = await finished(spawn(program, [...words, payload], { env: home.env(), cwd: home.work }))
  silent(ended)
  return ended.stdout
}

/** Loads the extension as its agent does, and sends it one event. */
const byExtension: Connected['call'] = async (home, event, turn) => {
  const module = join(home.work, 'extension.mjs')
  cpSync(join(home.root, '.pi', 'agent', 'extensions', 'wayland-core.ts'), module)
  const ctx = JSON.stringify({ cwd: '/proj/app', file: join(home.root, pi.file(turn.session)), id: turn.session })
  const script = `
    import extension from ${JSON.stringify(module)}
    const handlers = {}
    extension({ on: (name, handler) => { handlers[name] = handler } })
    const { cwd, file, id } = ${ctx}
    const sessionManager = { getSessionId: () => id, getSessionFile: () => file }
    const told = ${JSON.stringify({ prompt: turn.request })}
    const answer = await handlers[${JSON.stringify(pi.events[event])}](told, { cwd, sessionManager })
    if (answer !== undefined) console.log(answer.message.content)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env: home.env(PATIENT) })
  const { code, stdout, stderr } = await finished(child)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

const [claudeCode, codex, gemini, qwen] = AGENTS as [Agent, Agent, Agent, Agent]
const json = (agent: Agent, file: string, skills: string, settings: string): Connected => ({
  agent,
  settings: { [file]: settings },
  skills,
  call: byCommand(agent, file),
  hintIn: contextIn,
})

const CONNECTED: readonly Connected[] = [
  json(claudeCode, '.claude/settings.json', '.claude/skills', PLAIN),
  json(gemini, '.gemini/settings.json', '.agents/skills', COMMENTED),
  json(qwen, '.qwen/settings.json', '.qwen/skills', COMMENTED.replaceAll('\r', '')),
  {
    agent: codex,
    settings: { '.codex/config.toml': 'model = "gpt-5-codex" # the one\r\n\r\n[features]\r\nweb = true' },
    skills: '.agents/skills',
    call: byNotify,
    hintIn: contextIn,
  },
  { agent: pi, settings: {}, skills: '.agents/skills', call: byExtension, hintIn: (answer) => answer },
]

/** Every SKILL.md below the home but those of wayland-core itself. */
function copies(home: AgentHome): readonly string[] {
  return readdirSync(home.root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('SKILL.md'))
    .map((path) => join(home.root, path))
    .filter((path) => !path.startsWith(home.config) && !path.startsWith(home.data))
    .map((path) => relative(home.root, path))
}

describe.each(CONNECTED.map((one) => [one.agent.engine, one] as const))('%s', (engine, one) => {
  it('is connected, learns, finds the promoted skill in its folder, gets the hint, and has all taken back', async () => {
    const home = new AgentHome()
    home.configure({ 'router.holdout': 0 })
    for (const [path, text] of Object.entries(one.settings)) {
      mkdirSync(dirname(join(home.root, path)), { recursive: true })
      writeFileSync(join(home.root, path), text)
    }
    expect(await home.run(['install', engine])).toMatchObject({ code: 0, stderr: '' })
    for (const session of ['s1', 's2', 's3']) {
      write(one.agent, home.root, review(session))
      expect(await one.call(home, 'end', review(session))).toBe('')
    }
    expect(await home.status()).toMatchObject({ turns: 3, spooled: 0, put_aside: 0, skills: { staged: 1 } })
    // A draft that nobody reviewed lies in no folder that an agent scans.
    expect(copies(home)).toEqual([])

    expect((await home.run(['--skills-promote', SKILL])).code).toBe(0)
    expect(copies(home)).toEqual([join(one.skills, SKILL, 'SKILL.md')])
    expect(one.hintIn(await one.call(home, 'prompt', asked))).toContain(SKILL)
    const doctor = (await home.run(['doctor', '--json'], { env: { PATH: '/usr/bin:/bin' } })).json()
    expect(doctor).toMatchObject({ healthy: true })

    await home.move(SKILL, 'archive')
    expect(copies(home)).toEqual([])
    expect(await one.call(home, 'prompt', { ...asked, session: 's10' })).toBe('')
    for (const move of ['restore', 'promote'] as const) await home.move(SKILL, move)
    expect(copies(home)).toHaveLength(1)

    expect(await home.run(['uninstall', engine])).toMatchObject({ code: 0, stderr: '' })
    expect(copies(home)).toEqual([])
    expect(existsSync(join(home.root, one.skills))).toBe(false)
    for (const [path, text] of Object.entries(one.settings))
      expect(readFileSync(join(home.root, path), 'utf8')).toBe(text)
  })
})

/** Folders that each agent scans for a person's skills, by its documentation. */
const SCANNED: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['.claude/skills'],
  codex: ['.agents/skills', '.codex/skills'],
  gemini: ['.gemini/skills', '.agents/skills'],
  qwen: ['.qwen/skills'],
  opencode: ['.config/opencode/skills', '.claude/skills', '.agents/skills'],
  pi: ['.pi/agent/skills', '.agents/skills'],
  copilot: ['.copilot/skills', '.agents/skills'],
}

it('with every agent connected, one after the other, each of them finds a promoted skill exactly once', async () => {
  const home = new AgentHome()
  const skill = await home.promoted()
  const connected: string[] = []
  for (const engine of CONNECTABLE) {
    expect((await home.run(['install', engine])).code).toBe(0)
    connected.push(engine)
    for (const one of connected) {
      const found = (SCANNED[one] ?? []).filter((folder) => existsSync(join(home.root, folder, skill, 'SKILL.md')))
      expect([one, found.length]).toEqual([one, 1])
    }
  }
  for (const engine of CONNECTABLE) expect((await home.run(['uninstall', engine])).code).toBe(0)
  expect(copies(home)).toEqual([])
})
