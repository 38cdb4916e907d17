import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MAIN } from '../../cli/command-line.ts'
import { claudeCode as agent, review, write } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

/** The default, which other tests switch off. */
const env = { WAYLAND_DAEMON_AUTOSTART: '' }

/** The process that hooks have started, which ends with the test. */
async function helper(home: AgentHome): Promise<number> {
  const { pid, idle_minutes } = await home.until(() => home.heard())
  onTestFinished(async () => void (await home.run(['daemon', 'stop'])))
  expect(idle_minutes).toBe(30)
  return pid
}

const gone = async (home: AgentHome): Promise<boolean> =>
  (await home.heard()) === undefined && !existsSync(join(home.data, 'daemon.json'))

it('the first prompt of a new home starts one, which answers the next', async () => {
  const home = new AgentHome()
  // The daemon has no option of the hook's command line: one answer in twenty would be held out.
  home.configure({ 'router.holdout': 0 })
  await home.promoted('review the changes on the branch')
  const asked = (session: string) => review(session, { request: 'please review the changes on my branch' })
  const patient = { ...env, WAYLAND_HOOK_DIRECT_MS: '60000' }
  expect((await home.hook(agent, 'prompt', asked('s1'), { env: patient })).stdout).toContain('[wayland-core]')
  await helper(home)
  const alone = { ...env, WAYLAND_HOOK_DIRECT_MS: '0', WAYLAND_HOOK_WAIT_MS: '60000' }
  expect((await home.hook(agent, 'prompt', asked('s2'), { env: alone })).stdout).toContain('[wayland-core]')
  // It opens no port.
  expect((await home.run(['daemon', 'status', '--json'])).json()).toMatchObject({ idle_minutes: 30 })
  expect((await home.run(['daemon', 'status'])).stdout).toMatch(/ends +after 30 minutes without work/)
})

it('the end of a turn starts one, which reads it; two sessions at once have the same', async () => {
  const home = new AgentHome()
  const sessions = ['s1', 's2', 's3', 's4']
  for (const session of sessions) write(agent, home.root, review(session))
  for (const end of await Promise.all(sessions.map((one) => home.hook(agent, 'end', review(one), { env })))) silent(end)
  await helper(home)
  await home.until(async () => (await home.recorded()) === sessions.length)
  const starts = (await home.run(['daemon', 'logs'])).stdout.match(/"msg":"started"/g)
  expect(starts).toHaveLength(1)
})

it('outlives the agent’s own processes, and after kill -9 the next hook starts another', async () => {
  const home = new AgentHome()
  write(agent, home.root, review('s1'))
  const payload = JSON.stringify(agent.payload('end', review('s1'), join(home.root, agent.file('s1'))))
  const hook = `printf %s '${payload}' | "$0" "$1" hook ${agent.engine} ${agent.events.end}; exec sleep 600`
  const group = spawn('sh', ['-c', hook, process.execPath, MAIN], {
    env: home.env(env),
    cwd: home.work,
    detached: true,
  })
  const first = await helper(home)
  process.kill(-(group.pid as number), 'SIGKILL')
  await once(group, 'exit')
  expect((await home.heard())?.pid).toBe(first)
  process.kill(first, 'SIGKILL')
  await home.until(async () => (await home.heard()) === undefined)
  // One hook tries in ten seconds, however many there are.
  silent(await home.hook(agent, 'prompt', review('s2'), { env }))
  await wait(500)
  expect(await home.heard()).toBe(undefined)
  rmSync(join(home.data, 'daemon.tried'))
  silent(await home.hook(agent, 'prompt', review('s3'), { env }))
  expect((await home.until(() => home.heard())).pid).not.toBe(first)
})

it('is not started where it is switched off, or nothing can be written', async () => {
  const home = new AgentHome()
  silent(await home.hook(agent, 'end', review('s1'), { env: { WAYLAND_DAEMON_AUTOSTART: 'off' } }))
  silent(await home.hook(agent, 'end', review('s1'), { env: { ...env, WAYLAND_SKILLS: 'off' } }))
  expect(readdirSync(home.data)).toEqual(['spool'])
  const full = new AgentHome()
  // A folder in the place of its note, which not even root can write.
  mkdirSync(join(full.data, 'daemon.tried'), { recursive: true })
  utimesSync(join(full.data, 'daemon.tried'), 0, 0)
  silent(await full.hook(agent, 'prompt', review('s1'), { env }))
  expect(await gone(full)).toBe(true)
})

it('ends by itself after a time without work, and at the uninstall of an agent', async () => {
  const home = new AgentHome()
  const child = home.start(['daemon', 'run', '--timeout', '1.2'])
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await gone(home)).toBe(true)
  expect((await home.run(['daemon', 'logs'])).stdout).toContain('nothing was to be done')
  silent(await home.hook(agent, 'end', review('s1'), { env }))
  await helper(home)
  await home.run(['uninstall', 'claude-code'])
  await home.until(() => gone(home))
  // One that a person started stays.
  await home.daemon()
  await home.run(['uninstall', 'claude-code'])
  expect(await home.heard()).toBeDefined()
  for (const wrong of ['0', 'soon', '-1'])
    expect(await home.run(['daemon', 'run', '--timeout', wrong])).toMatchObject({ code: 2 })
  expect(await home.run(['daemon', 'start', '--timeout', '3'])).toMatchObject({ code: 2 })
})

describe('a prompt before it runs', () => {
  const patient = { ...env, WAYLAND_HOOK_DIRECT_MS: '60000' }
  const asked = (session: string) => review(session, { request: 'please review the changes on my branch' })

  it('looks at no folder but that of what it offers, whatever changed in the library', async () => {
    const home = new AgentHome()
    const skill = await home.promoted('review the changes on the branch')
    for (let n = 0; n < 20; n++) {
      mkdirSync(join(home.skills, `other-${n}`))
      const text = `---\nname: other-${n}\ndescription: Waters plant ${n}.\n---\n\nWater it.\n`
      writeFileSync(join(home.skills, `other-${n}`, 'SKILL.md'), text)
    }
    const database = new Database(home.database)
    onTestFinished(() => void database.close())
    const rows = () => database.prepare('SELECT count(*) AS n FROM skills').get() as { n: number }
    expect(rows().n).toBe(1)
    expect((await home.hook(agent, 'prompt', asked('s1'), { env: patient })).stdout).toContain(skill)
    // Those that a person put there were left to the process that it starts.
    await helper(home)
    await home.until(async () => rows().n === 21)
  })

  it('offers nothing that was changed since another process looked', async () => {
    const home = new AgentHome()
    const skill = await home.promoted('review the changes on the branch')
    // The same bytes, but who has not read them cannot know.
    const file = join(home.skills, skill, 'SKILL.md')
    writeFileSync(file, readFileSync(file))
    expect((await home.hook(agent, 'prompt', asked('s1'), { env: patient })).stdout).toBe('')
    await helper(home)
    const late = { ...env, WAYLAND_HOOK_WAIT_MS: '60000' }
    expect((await home.hook(agent, 'prompt', asked('s2'), { env: late })).stdout).toContain(skill)
  })
})
