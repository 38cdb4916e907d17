import { expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { drain } from '../../src/daemon/drain.ts'
import { jobName, jobOf } from '../../src/daemon/job.ts'
import { openSpool, type Spool } from '../../src/daemon/spool.ts'
import { WaylandError } from '../../src/domain/errors.ts'
import { scratch } from '../scratch.ts'

const CONFIG = readConfig({ env: {}, homeDir: '/nowhere' })
const JOB = { engine: 'claude-code', payload: {}, folders: [], at: Date.UTC(2026, 9, 1, 10), tries: 0 }

const full = () => {
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
}

it.each(['claim', 'done'] as const)('ends with words where the spool fails at %s, and the job waits on', async (at) => {
  const folder = scratch()
  const spool = openSpool(folder, process.pid, () => false)
  spool.put('a', JOB)
  const received: string[] = []
  const loop = {
    upkeep: {
      config: CONFIG,
      database: { file: 'some.db' },
      count: async () => 0,
      async receive(engine: string) {
        received.push(engine)
        return []
      },
    },
  }
  const failing: Spool = { ...spool, [at]: full }
  const { fault, later } = await drain(loop, failing, { wait: false })
  expect(fault).toMatchObject({ code: 'storage_unavailable', message: expect.stringContaining(spool.folder) })
  expect([fault?.message, later]).toEqual([expect.stringContaining('ENOSPC'), 0])
  expect(spool.look().waiting).toBe(1)
  // Whoever comes next, with another number, has it once more.
  const next = openSpool(folder, process.pid + 1, () => false)
  expect(await drain(loop, next, { wait: false })).toEqual({ done: 1, later: 0, aside: 0, more: false })
  expect([next.look().waiting, received.length]).toEqual([0, at === 'done' ? 2 : 1])
})

const DAY = 24 * 3_600_000
/** A loop for which there is no transcript at these paths yet. */
const without = (...missing: string[]) => {
  const read: string[] = []
  return {
    read,
    upkeep: {
      config: CONFIG,
      database: { file: 'some.db' },
      count: async () => 0,
      async receive(_: string, payload: unknown) {
        const { transcript_path: path = '' } = payload as { transcript_path?: string }
        if (missing.includes(path)) throw new WaylandError('transcript_behind', `nothing is at ${path}`)
        read.push(path)
        return []
      },
    },
  }
}
const naming = (path: string, at = Date.now()) => ({ ...JOB, payload: { transcript_path: path }, at })

it('waits for a transcript that is not there for a day, and then drops its event without a word', async () => {
  const spool = openSpool(scratch(), process.pid, () => false)
  const loop = without('/gone')
  spool.put('a', { ...naming('/gone', Date.now() - DAY + 60_000), tries: 9 })
  expect(await drain(loop, spool, { wait: false })).toMatchObject({ done: 0, later: 1, aside: 0 })
  spool.put('a', { ...naming('/gone', Date.now() - DAY), tries: 9 })
  expect(await drain(loop, spool, { wait: false })).toEqual({ done: 0, later: 0, aside: 0, more: false })
  expect(spool.look()).toEqual({ waiting: 0, aside: [] })
})

it('reads what is dated in the future at once, and takes no pause of a clock that was ahead', async () => {
  const spool = openSpool(scratch(), process.pid, () => false)
  const loop = without('/gone')
  const future = Date.now() + 400 * DAY
  spool.put('a', naming('/there', future))
  spool.put('b', { ...naming('/also', future), tries: 2, after: future + 60_000 })
  spool.put('c', naming('/gone', future))
  expect(await drain(loop, spool, { wait: false })).toMatchObject({ done: 2, later: 1, aside: 0 })
  expect(loop.read.sort()).toEqual(['/also', '/there'])
  // From now on it is as old as the first look at it.
  const waiting = spool.claim(new Date(Date.now() + 10_000))
  expect(waiting?.job.at).toBeLessThanOrEqual(Date.now())
})

it('tries again at once what failed while the clock was half an hour ahead', async () => {
  const spool = openSpool(scratch(), process.pid, () => false)
  const ahead = Date.now() + DAY / 48
  spool.put('a', { ...naming('/there'), tries: 1, since: ahead, after: ahead + 2_000 })
  const loop = without('/gone')
  expect(await drain(loop, spool, { wait: false })).toMatchObject({ done: 1, later: 0 })
})

it.each([
  ['missing', '/gone.jsonl'],
  ['foreign', '/etc/x.jsonl'],
])('reads a session’s own transcript though an event of it names a %s one, whichever comes first', async (_, path) => {
  for (const order of [1, -1]) {
    const spool = openSpool(scratch(), process.pid, () => false)
    const loop = without('/gone.jsonl')
    const ended = {
      kind: 'turn_ended',
      engine: 'claude-code',
      sessionId: 's',
      promptId: 'p',
      stopHookActive: false,
    } as const
    const events = [
      { ...ended, transcriptPath: path },
      { ...ended, transcriptPath: '/own.jsonl' },
    ]
    for (const event of order === 1 ? events : events.toReversed())
      spool.put(jobName(event), jobOf(event, ['/home'], Date.now() - 10_000))
    await drain(loop, spool, { wait: false })
    expect(loop.read).toContain('/own.jsonl')
  }
})

it('says why an event waits, although the database can be used again by then', async () => {
  const spool = openSpool(scratch(), process.pid, () => false)
  spool.put('a', JOB)
  spool.put('b', JOB)
  const held = new WaylandError('storage_locked', 'the database is held')
  let received = 0
  const loop = {
    upkeep: {
      config: CONFIG,
      database: { file: 'some.db' },
      count: async () => 0,
      async receive() {
        received++
        throw held
      },
    },
  }
  expect(await drain(loop, spool, { wait: false })).toMatchObject({ done: 0, later: 1, aside: 0, fault: held })
  expect([received, spool.look().waiting]).toEqual([1, 2])
})
