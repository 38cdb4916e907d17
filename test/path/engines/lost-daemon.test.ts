import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkDaemon } from '../../../src/cli/daemon-checkup.ts'
import { claudeCode as agent, review, write } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

const statusOf = async (home: AgentHome) => (await home.run(['daemon', 'status', '--json'])).json()

/** What a killed daemon leaves, its process number being that of a process that lives: this one. */
async function leftBehind(home: AgentHome): Promise<void> {
  const daemon = await home.daemon()
  daemon.kill('SIGKILL')
  await once(daemon, 'exit')
  const file = join(home.data, 'daemon.json')
  const place = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...place, pid: process.pid }))
}

it('a daemon whose socket was removed is named, and can be stopped', async () => {
  const home = new AgentHome()
  const daemon = await home.daemon()
  const exit = once(daemon, 'exit')
  rmSync(join(home.data, 'daemon.sock'))
  expect((await home.run(['daemon', 'status'])).stdout).toContain(`process ${daemon.pid}, which does not answer`)
  expect(await statusOf(home)).toMatchObject({ running: true, answers: false, pid: daemon.pid })
  for (const word of ['start', 'run']) {
    const { code, stderr } = await home.run(['daemon', word])
    expect([code, stderr]).toEqual([3, expect.stringContaining(`process ${daemon.pid}`)])
  }
  const { code, stdout } = await home.run(['doctor'])
  expect([code, stdout]).toEqual([1, expect.stringContaining('wayland-core daemon stop && wayland-core daemon start')])
  // Its events are read all the same.
  write(agent, home.root, review('s1'))
  silent(await home.hook(agent, 'end', review('s1')))
  await home.until(async () => (await home.recorded()) === 1)
  expect(await home.run(['daemon', 'stop'])).toMatchObject({ code: 0, stdout: `stopped process ${daemon.pid}\n` })
  expect(await exit).toEqual([0, null])
})

it('a daemon whose note was removed is found by its socket, and without that by its lock', async () => {
  const home = new AgentHome()
  const daemon = await home.daemon()
  const exit = once(daemon, 'exit')
  rmSync(join(home.data, 'daemon.json'))
  expect(await statusOf(home)).toMatchObject({ running: true, answers: true, pid: daemon.pid })
  rmSync(join(home.data, 'daemon.sock'))
  expect(await statusOf(home)).toMatchObject({ running: true, answers: false, pid: daemon.pid })
  const [check] = await checkDaemon(home.data, false)
  expect(check).toMatchObject({ state: 'wrong', found: expect.stringContaining(`process ${daemon.pid}`) })
  expect(await home.run(['daemon', 'stop'])).toMatchObject({ code: 0, stdout: `stopped process ${daemon.pid}\n` })
  expect(await exit).toEqual([0, null])
})

it('what a killed one left is nobody’s daemon, whoever has its process number now', async () => {
  const home = new AgentHome()
  await leftBehind(home)
  write(agent, home.root, review('s1'))
  silent(await home.hook(agent, 'end', review('s1')))
  expect(await home.status()).toMatchObject({ turns: 1, spooled: 0, daemon: null })
  expect((await home.run(['daemon', 'status'])).stdout).toContain('not running')
  expect(await home.run(['daemon', 'stop'])).toMatchObject({ code: 0, stdout: 'no daemon was running\n' })
  const doctor = await home.run(['doctor', '--json'])
  const { checks } = doctor.json<{ checks: { what: string; state: string; fix?: string }[] }>()
  expect(checks.find(({ what }) => what === 'daemon')).toMatchObject({
    state: 'note',
    fix: 'wayland-core daemon start',
  })
  expect((await home.run(['daemon', 'start'])).code).toBe(0)
  expect((await home.run(['daemon', 'stop'])).code).toBe(0)
})

it('and keeps no prompt from starting another', async () => {
  const home = new AgentHome()
  await leftBehind(home)
  silent(await home.hook(agent, 'prompt', review('s1'), { env: { WAYLAND_DAEMON_AUTOSTART: '' } }))
  await home.until(() => home.heard())
  expect((await home.run(['daemon', 'stop'])).code).toBe(0)
})
