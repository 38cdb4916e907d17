import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { openSkillLoop } from '../../../src/app/open-skill-loop.ts'
import { isBusy, waitingAtMost } from '../../../src/store/sqlite/waiting.ts'
import { scratch } from '../../scratch.ts'

/** A database with a patience of its own, and how long each attempt of a write was to wait for the lock. */
function watched() {
  const db = new Sqlite(':memory:', { timeout: 10_000 })
  const waits: unknown[] = []
  const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  const attempt = (ends: number) => () => {
    waits.push(db.pragma('busy_timeout', { simple: true }))
    if (waits.length < ends) throw busy
    return 'written'
  }
  return { db, waits, attempt }
}

it('looks often for a pause of the other writers, however long it has waited', () => {
  const { db, waits, attempt } = watched()
  expect(waitingAtMost(db, 250, attempt(9))).toBe('written')
  expect(waits).toEqual(Array.from({ length: 9 }, () => 20))
})

it('waits as long as it may and no longer, and leaves the patience of others as it was', () => {
  const { db, waits, attempt } = watched()
  expect(() => waitingAtMost(db, 50, attempt(99))).toThrow('database is locked')
  expect(waits).toEqual([20, 20, 10])
  expect(() => waitingAtMost(db, -1, attempt(99))).toThrow('database is locked')
  expect(waits.slice(3)).toEqual([0])
  expect(db.pragma('busy_timeout', { simple: true })).toBe(10_000)
})

it('repeats nothing that failed for another reason', () => {
  const { db } = watched()
  let times = 0
  const broken = () => {
    times++
    throw new Error('no space left')
  }
  expect(() => waitingAtMost(db, 250, broken)).toThrow('no space left')
  expect([times, isBusy(new Error('no space left')), isBusy(null)]).toEqual([1, false, false])
})

/** Holds the write lock until the clock of the test has not been asked for 0.4 s. */
const HOLDER = `
const { workerData: { driver, file, shared } } = require('node:worker_threads')
const db = new (require(driver))(file)
const asked = new Int32Array(shared)
db.exec('BEGIN IMMEDIATE')
Atomics.add(asked, 0, 1)
Atomics.notify(asked, 0)
for (let last = -1; last !== Atomics.load(asked, 0); ) {
  last = Atomics.load(asked, 0)
  Atomics.wait(asked, 0, last, 400)
}
db.exec('ROLLBACK')
db.close()`

it('offers nothing that would be logged after its deadline, when the agent has gone on', async () => {
  const home = scratch()
  const asked = new Int32Array(new SharedArrayBuffer(4))
  const now = () => {
    Atomics.add(asked, 0, 1)
    Atomics.notify(asked, 0)
    return new Date('2026-03-01T00:00:00Z')
  }
  await using loop = await openSkillLoop({
    env: {},
    settings: { home, 'config.dir': home, 'data.dir': join(home, 'data') },
    now,
  })
  for (const promptId of ['1', '2', '3'])
    await loop.endOfRun({ userInput: 'review the changes on the branch', outcome: 'success', sessionId: 's', promptId })
  const file = join(home, 'data', 'wayland-core.db')
  const before = Atomics.load(asked, 0)
  const driver = import.meta.resolve('better-sqlite3').slice('file://'.length)
  const worker = new Worker(HOLDER, { eval: true, workerData: { driver, file, shared: asked.buffer } })
  const left = new Promise((resolve) => worker.once('exit', resolve))
  onTestFinished(async () => void (await worker.terminate()))
  while (Atomics.load(asked, 0) === before) await new Promise((resolve) => setTimeout(resolve, 5))

  const until = new Date(now().getTime() + 30)
  expect(await loop.route({ text: 'please review the changes on the branch' }, { until })).toMatchObject({
    pick: null,
    reason: 'failed',
    error: expect.stringContaining('is held by'),
  })
  expect(await left).toBe(0)
  const db = new Sqlite(file, { readonly: true })
  onTestFinished(() => void db.close())
  expect(db.prepare('SELECT count(*) FROM decisions').pluck().get()).toBe(0)
})
