import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { claudeCode as agent, review, write } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

async function ended(home: AgentHome, session: string): Promise<void> {
  write(agent, home.root, review(session))
  silent(await home.hook(agent, 'end', review(session)))
}

const LOST = 'was deleted, moved or replaced'

it.each<[string, (file: string) => void]>([
  ['deleted', (file) => rmSync(file)],
  ['moved away', (file) => renameSync(file, `${file}.old`)],
  ['replaced by an older backup', (file) => renameSync(`${file}.backup`, file)],
])('a daemon whose database is %s records in the one that others open', async (_, lose) => {
  const home = new AgentHome()
  const daemon = await home.daemon()
  await ended(home, 's1')
  await home.until(async () => (await home.recorded()) === 1)
  const db = new Sqlite(home.database)
  db.exec(`VACUUM INTO '${home.database}.backup'`)
  db.close()
  lose(home.database)
  const before = existsSync(home.database) ? 1 : 0
  await ended(home, 's2')
  await home.until(async () => existsSync(home.database) && (await home.recorded()) === before + 1)
  expect(readFileSync(join(home.data, 'daemon.log'), 'utf8')).toContain(home.database)
  expect((await home.run(['daemon', 'stop'])).stdout).toBe(`stopped process ${daemon.pid}\n`)
  expect(await home.status()).toMatchObject({ turns: before + 1, spooled: 0 })
})

it('a daemon whose folder is replaced says so and ends, and touches nothing of the next one', async () => {
  const home = new AgentHome()
  const first = await home.daemon()
  const exit = once(first, 'exit')
  renameSync(home.data, `${home.data}.old`)
  mkdirSync(home.data, { mode: 0o700 })
  const second = await home.daemon()
  expect(await exit).toEqual([1, null])
  expect(readFileSync(join(`${home.data}.old`, 'daemon.log'), 'utf8')).toContain(`${home.data} ${LOST}`)
  expect(readFileSync(join(home.data, 'daemon.log'), 'utf8')).toContain(`${home.data} ${LOST}`)
  expect((await home.heard())?.pid).toBe(second.pid)
  await ended(home, 's1')
  await home.until(async () => (await home.recorded()) === 1)
  expect((await home.run(['daemon', 'stop'])).stdout).toBe(`stopped process ${second.pid}\n`)
})

it('a daemon whose folder is deleted ends, and makes none', async () => {
  const home = new AgentHome()
  const daemon = await home.daemon()
  const exit = once(daemon, 'exit')
  renameSync(home.data, `${home.data}.old`)
  expect(await exit).toEqual([1, null])
  expect(existsSync(home.data)).toBe(false)
})

it('a second daemon begins when the first, whose lock was deleted, has ended', async () => {
  const home = new AgentHome()
  const first = await home.daemon()
  const exit = once(first, 'exit')
  rmSync(join(home.data, 'daemon.lock'))
  const second = await home.daemon()
  expect(first.exitCode).toBe(1)
  await exit
  expect((await home.run(['daemon', 'stop'])).stdout).toBe(`stopped process ${second.pid}\n`)
})

it.each([30, 80])('a daemon whose lock is deleted %d ms after it was made, while it starts, ends', async (ms) => {
  const home = new AgentHome()
  const lock = join(home.data, 'daemon.lock')
  const first = home.start(['daemon', 'run'])
  onTestFinished(() => void first.kill('SIGKILL'))
  const exit = once(first, 'exit')
  await home.until(async () => existsSync(lock))
  await wait(ms)
  rmSync(lock)
  const second = await home.daemon()
  expect(await exit).toEqual([1, null])
  expect((await home.run(['daemon', 'stop'])).stdout).toBe(`stopped process ${second.pid}\n`)
})

it('"daemon start" takes no daemon that has lost its lock for the one that runs', async () => {
  const home = new AgentHome()
  const first = await home.daemon()
  const exit = once(first, 'exit')
  rmSync(join(home.data, 'daemon.lock'))
  const { code, stdout } = await home.run(['daemon', 'start'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^started, as process \d+\n$/)])
  expect(await exit).toEqual([1, null])
  const next = await home.heard()
  expect(stdout).toBe(`started, as process ${next?.pid}\n`)
  expect((await home.run(['daemon', 'stop'])).stdout).toBe(`stopped process ${next?.pid}\n`)
})

it('a daemon that meets a newer database ends, and the event waits', async () => {
  const home = new AgentHome()
  const daemon = await home.daemon()
  const exit = once(daemon, 'exit')
  const db = new Sqlite(home.database)
  db.pragma('user_version = 9999')
  db.close()
  await ended(home, 's1')
  expect(await exit).toEqual([3, null])
  expect(readFileSync(join(home.data, 'daemon.log'), 'utf8')).toContain('has schema version 9999')
  expect((await home.run(['daemon', 'status', '--json'])).json()).toMatchObject({ running: false, waiting: 1 })
  const doctor = await home.run(['doctor'])
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('has schema version 9999')])
})
