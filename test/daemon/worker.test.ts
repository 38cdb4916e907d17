import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import type { Job } from '../../src/daemon/job.ts'
import { openSpool } from '../../src/daemon/spool.ts'
import { startWorker } from '../../src/daemon/worker.ts'
import { scratch } from '../scratch.ts'

const CONFIG = readConfig({ env: {}, homeDir: '/nowhere' })
const job = (payload: object): Job => ({
  engine: 'claude-code',
  payload,
  folders: [],
  at: Date.now(),
  tries: 0,
})

it('looks at transcripts and counts what is done while events come without an end', async () => {
  const folder = scratch()
  const transcript = join(folder, 's.jsonl')
  writeFileSync(transcript, '{}')
  const spool = openSpool(folder, process.pid, () => false)
  spool.put('first', job({ transcript_path: transcript, hook_event_name: 'turn_ended' }))
  let more = 0
  let readAgain = 0
  const loop = {
    upkeep: {
      config: CONFIG,
      database: { file: 'some.db' },
      retain: async () => false,
      count: async () => 0,
      async receive(_: string, payload: unknown) {
        if ((payload as { transcript_path?: string }).transcript_path === undefined) {
          // The next one is there before this one is done.
          spool.put(`more-${++more}`, job({ n: more }))
          await wait(2)
        } else if (++readAgain === 1) {
          spool.put('more-0', job({ n: 0 }))
          setTimeout(() => {
            const changed = new Date(Date.now() - 2_000)
            utimesSync(transcript, changed, changed)
          }, 20)
        }
        return []
      },
    },
  }
  const faults: unknown[] = []
  const worker = startWorker(loop, spool, { stands: () => true, onFault: (error) => faults.push(error), pieceMs: 50 })
  await expect.poll(() => readAgain, { timeout: 10_000 }).toBe(2)
  await expect.poll(() => worker.counts.done, { timeout: 10_000 }).toBeGreaterThan(10)
  await worker.stop()
  expect(faults).toEqual([])
  expect(spool.look().waiting).toBeGreaterThan(0)
})

it('counts what it finds in several changed transcripts together', async () => {
  const folder = scratch()
  const files = ['a', 'b'].map((name) => join(folder, `${name}.jsonl`))
  const spool = openSpool(folder, process.pid, () => false)
  for (const file of files) {
    writeFileSync(file, '{}')
    spool.put(file.at(-7)!, job({ transcript_path: file, hook_event_name: 'turn_ended' }))
  }
  const done: string[] = []
  const loop = {
    upkeep: {
      ...{ config: CONFIG, database: { file: 'some.db' }, retain: async () => false },
      count: async () => done.push('count'),
      async receive(_: string, payload: unknown, { later }: { readonly later?: boolean } = {}) {
        const { transcript_path: file = '' } = payload as { transcript_path?: string }
        done.push(`${file.at(-7)} ${later ? 'stored' : 'counted'}`)
        return []
      },
    },
  }
  const worker = startWorker(loop, spool, { stands: () => true, onFault: (error) => expect.unreachable(String(error)) })
  await expect.poll(() => done, { timeout: 10_000 }).toContain('count')
  done.length = 0
  const changed = new Date(Date.now() - 2_000)
  for (const file of files) utimesSync(file, changed, changed)
  await expect.poll(() => done.join(', '), { timeout: 10_000 }).toMatch(/a stored, b stored, count/)
  await worker.stop()
  expect(done.join(' ')).not.toContain('counted')
})

it('reads a new job where the clock is set back meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const spool = openSpool(scratch(), process.pid, () => false)
  const read: unknown[] = []
  const loop = {
    upkeep: {
      ...{ config: CONFIG, database: { file: 'some.db' }, retain: async () => false, count: async () => 0 },
      receive: async (_: string, payload: unknown) => {
        read.push(payload)
        return []
      },
    },
  }
  spool.put('before', job({ n: 0 }))
  const worker = startWorker(loop, spool, { stands: () => true, onFault: (error) => expect.unreachable(String(error)) })
  await expect.poll(() => read, { timeout: 10_000 }).toEqual([{ n: 0 }])
  spool.put('new', job({ n: 1 }))
  worker.wake()
  vi.setSystemTime(Date.now() - 3_600_000)
  await expect.poll(() => read, { timeout: 10_000 }).toEqual([{ n: 0 }, { n: 1 }])
  await worker.stop()
})

it('reads no new job while more may come, and keeps it where it stops meanwhile', async () => {
  const spool = openSpool(scratch(), process.pid, () => false)
  const read: unknown[] = []
  const loop = {
    upkeep: {
      config: CONFIG,
      database: { file: 'some.db' },
      retain: async () => false,
      count: async () => 0,
      receive: async (_: string, payload: unknown) => {
        read.push(payload)
        return []
      },
    },
  }
  const options = { stands: () => true, onFault: (error: unknown) => expect.unreachable(String(error)) }
  spool.put('before', job({ n: 0 }))
  const patient = startWorker(loop, spool, { ...options, lullMs: 60_000 })
  await expect.poll(() => read, { timeout: 10_000 }).toEqual([{ n: 0 }])
  spool.put('new', job({ n: 1 }))
  patient.wake()
  await wait(50)
  await patient.stop()
  expect([read.length, spool.look().waiting]).toEqual([1, 1])
  const next = startWorker(loop, spool, options)
  await expect.poll(() => read, { timeout: 10_000 }).toEqual([{ n: 0 }, { n: 1 }])
  await next.stop()
})

it('leaves drafts for later while events keep coming, and makes them when it is quiet and at its end', async () => {
  const spool = openSpool(scratch(), process.pid, () => false)
  const counted: string[] = []
  let coming = true
  const loop = {
    upkeep: {
      ...{ config: CONFIG, database: { file: 'some.db' }, retain: async () => false },
      count: async ({ later = false } = {}) => counted.push(later ? 'later' : 'all'),
      async receive() {
        if (coming) spool.put(`more-${counted.length}`, job({ n: counted.length }))
        await wait(5)
        return []
      },
    },
  }
  const options = { stands: () => true, onFault: (error: unknown) => expect.unreachable(String(error)), pieceMs: 1 }
  // Turns may wait that another process has stored.
  const idle = startWorker(
    loop,
    openSpool(scratch(), process.pid, () => false),
    options,
  )
  await expect.poll(() => counted, { timeout: 10_000 }).toContain('all')
  await idle.stop()
  counted.length = 0
  spool.put('first', job({ n: -1 }))
  const worker = startWorker(loop, spool, { ...options, lullMs: 1 })
  await expect.poll(() => counted.join(' '), { timeout: 10_000 }).toMatch(/^later all later later/)
  coming = false
  counted.length = 0
  await expect.poll(() => counted, { timeout: 10_000 }).toContain('all')
  coming = true
  counted.length = 0
  spool.put('again', job({ n: -2 }))
  await expect.poll(() => counted.join(' '), { timeout: 10_000 }).toMatch(/later$/)
  await worker.stop()
  expect(counted.at(-1)).toBe('all')
})

it('does not try retention again at once when it failed', async () => {
  const spool = openSpool(scratch(), process.pid, () => false)
  let tries = 0
  const loop = {
    upkeep: {
      receive: async () => [],
      config: CONFIG,
      database: { file: 'some.db' },
      count: async () => 0,
      async retain(): Promise<boolean> {
        // One that has more to do goes on at once.
        if (++tries === 1) return true
        throw new Error('the disk is full')
      },
    },
  }
  const faults: unknown[] = []
  const worker = startWorker(loop, spool, { stands: () => true, onFault: (error) => faults.push(error) })
  await expect.poll(() => faults, { timeout: 10_000 }).toEqual([new Error('the disk is full')])
  for (let i = 0; i < 5; i++) {
    worker.wake()
    await wait(20)
  }
  await worker.stop()
  expect([tries, faults.length]).toEqual([2, 1])
})
