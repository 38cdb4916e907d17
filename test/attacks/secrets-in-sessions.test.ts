import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { claudeCode as agent, type Turn, write } from '../path/engines/agents.ts'
import { AgentHome, silent } from '../path/engines/hooks.ts'
import { found, PLANTED } from './found-secrets.ts'

const REQUEST = 'deploy the staging site now'
const SESSIONS = [0, 1, 2]

/** A third of the secrets: in prompts, in what tools are given and what they say, and in the answers. */
function turnsOf(session: number): readonly Turn[] {
  const mine = PLANTED.filter((_secret, i) => i % SESSIONS.length === session)
  const base = { session: `session-${session}`, answer: `Done with ${mine.map(({ shown }) => shown).join(' and ')}.` }
  const commands = mine.map(({ shown }) => `./deploy.sh --to staging ${shown}`)
  return [
    { ...base, id: `a${session}`, request: `try ${mine.map(({ shown }) => shown).join(' then ')}`, commands },
    { ...base, id: `b${session}`, request: REQUEST, commands: ['git pull', ...commands, 'npm test'] },
  ]
}

/** Writes a session in which tools print what they were given. */
function writeSession(home: AgentHome, session: number): void {
  for (const turn of turnsOf(session)) {
    const lines = agent.lines(turn).map((line) => JSON.stringify(line).replaceAll('"content":"ok"', printed(session)))
    write(
      agent,
      home.root,
      turn,
      lines.map((line) => JSON.parse(line) as object),
    )
  }
}

const printed = (session: number): string =>
  `"content":${JSON.stringify(`it says ${turnsOf(session)[0]?.answer ?? ''}`)}`

it('planted secrets are in nothing that hooks, daemon, drafts, copies, index and doctor keep or say', async () => {
  const home = new AgentHome()
  const env = { WAYLAND_DRAFT_GATES: 'none', WAYLAND_LOG_LEVEL: 'debug', WAYLAND_HOOK_DIRECT_MS: '0' }
  const said: string[] = []
  const run = async (...args: readonly string[]) => {
    const { stdout, stderr } = await home.run(args, { env })
    said.push(stdout, stderr)
    return stdout
  }
  await run('install', 'claude-code')
  for (const session of SESSIONS) {
    writeSession(home, session)
    for (const turn of turnsOf(session)) {
      const answered = await home.hook(agent, 'prompt', turn, { env })
      said.push(answered.stdout, answered.stderr)
    }
    silent(await home.hook(agent, 'end', turnsOf(session)[1] as Turn, { env }))
  }
  expect(readdirSync(join(home.data, 'spool')).length).toBe(SESSIONS.length)
  expect(found(home.data, ...said)).toEqual([])

  await home.daemon({ env })
  const drafts = () => home.within((loop) => loop.review.skills())
  await home.until(async () => (await drafts()).length > 0)
  const { skills } = JSON.parse(await run('skills', '--json')) as { readonly skills: { readonly name: string }[] }
  for (const { name } of skills) await run('--skills-promote', name, '--force')
  for (const session of SESSIONS) {
    const prompt = { ...(turnsOf(session)[1] as Turn), request: `${REQUEST} with ${PLANTED[session]?.shown}` }
    const answered = await home.hook(agent, 'prompt', prompt, { env: { ...env, WAYLAND_HOOK_WAIT_MS: '20000' } })
    said.push(answered.stdout, answered.stderr)
  }
  for (const command of ['doctor', 'status', 'sync', '--skills-audit', '--skills-govern']) await run(command)
  await run('daemon', 'logs')
  await run('daemon', 'stop')
  await run('route', `deploy ${PLANTED[5]?.shown}`, '--explain')

  // What is looked through is there: the log, the index, a copy for the agent.
  expect(statSync(join(home.data, 'daemon.log')).size).toBeGreaterThan(0)
  expect(existsSync(join(home.root, '.claude', 'skills', skills[0]?.name ?? '', 'SKILL.md'))).toBe(true)
  const db = new Sqlite(home.database, { readonly: true })
  expect(db.prepare('SELECT count(*) FROM indexed_skills').pluck().get()).toBeGreaterThan(0)
  db.close()
  expect(found(join(home.root, '.claude', 'projects')).length).toBeGreaterThanOrEqual(PLANTED.length)
  rmSync(join(home.root, '.claude', 'projects'), { recursive: true })
  expect(found(home.root, ...said)).toEqual([])
}, 240_000)
