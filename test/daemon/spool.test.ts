import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Job, jobName, jobOf, lookOf, parseJob } from '../../src/daemon/job.ts'
import { openSpool, type Spool } from '../../src/daemon/spool.ts'
import { readHook } from '../../src/engines/engines.ts'
import type { PromptSubmitted, RunEnded } from '../../src/transcript/hook-event.ts'
import { scratch } from '../scratch.ts'

const NOW = new Date('2026-10-01T10:00:00Z')
const MINUTE = 60_000

const ended = (more: Partial<RunEnded> = {}): RunEnded => ({
  kind: 'turn_ended',
  engine: 'claude-code',
  sessionId: 's1',
  transcriptPath: '/home/u/.claude/projects/p/s1.jsonl',
  stopHookActive: false,
  ...more,
})
const jobFor = (event: RunEnded, at = NOW): Job => jobOf(event, ['/home/u/.claude/projects'], +at)
const put = (spool: Spool, event = ended()) => spool.put(jobName(event), jobFor(event))
const spoolOf = (folder: string, pid = 1, living: readonly number[] = []) =>
  openSpool(folder, pid, (other) => living.includes(other))
/** Everything that can be claimed now, done. */
function drained(spool: Spool, now = NOW): Job[] {
  const jobs: Job[] = []
  for (let one = spool.claim(now); one !== undefined; one = spool.claim(now)) {
    jobs.push(one.job)
    spool.done(one)
  }
  return jobs
}

it('keeps a job in a file that only its user may read, and gives it back once', () => {
  const folder = scratch()
  const spool = spoolOf(folder)
  put(spool)
  const [file = ''] = readdirSync(spool.folder)
  expect(statSync(join(spool.folder, file)).mode & 0o777).toBe(0o600)
  expect(statSync(spool.folder).mode & 0o777).toBe(0o700)
  expect(drained(spoolOf(folder))).toEqual([jobFor(ended())])
  expect(drained(spool)).toEqual([])
  expect(spool.look()).toEqual({ waiting: 0, aside: [] })
})

it('takes the same event twice for one job, and other events for others', () => {
  const spool = spoolOf(scratch())
  for (const event of [
    ended(),
    ended(),
    ended({ promptId: 'p1' }),
    ended({ promptId: 'p1' }),
    ended({ promptId: 'p2' }),
    ended({ kind: 'session_ended' }),
    ended({ sessionId: 's2' }),
    ended({ engine: 'qwen' }),
  ])
    put(spool, event)
  expect(spool.look().waiting).toBe(6)
})

it('holds no word of the last message', () => {
  const payload = { session_id: 's1', hook_event_name: 'Stop', last_assistant_message: 'The password is hunter2.' }
  const event = readHook('claude-code', payload) as RunEnded
  expect(JSON.stringify(jobFor(event))).not.toMatch(/password|hunter2/)
  expect(readHook('claude-code', jobFor(event).payload)).toEqual(event)
  expect(event.lastWords).toMatch(/^[0-9a-f]{16}$/)
})

it('an event read back from its job is the same event', () => {
  const short = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }).filter((s) => s.trim() === s)
  const event = fc.record(
    {
      kind: fc.constantFrom('turn_ended' as const, 'session_ended' as const),
      engine: fc.constantFrom('claude-code', 'codex', 'gemini', 'qwen', 'pi'),
      sessionId: short,
      stopHookActive: fc.constant(false),
      promptId: short,
      cwd: short,
      transcriptPath: short,
      lastWords: short,
    },
    { requiredKeys: ['kind', 'engine', 'sessionId', 'stopHookActive'] },
  )
  fc.assert(
    fc.property(event, (told) => {
      const job = parseJob(JSON.stringify(jobFor(told)))
      expect(readHook(told.engine, job?.payload)).toEqual(told)
      expect(jobName(readHook(told.engine, job?.payload) as RunEnded)).toBe(jobName(told))
    }),
    { seed: 6 },
  )
})

it('gives what a killed process had claimed to the next one, and leaves what a living one is at', () => {
  const folder = scratch()
  put(spoolOf(folder, 1))
  expect(spoolOf(folder, 2).claim(NOW)).toBeDefined()
  expect(spoolOf(folder, 3, [2]).claim(NOW)).toBeUndefined()
  expect(spoolOf(folder, 3, [2]).look().waiting).toBe(1)
  expect(drained(spoolOf(folder, 3, []))).toHaveLength(1)
})

it('takes a claim over after a while, and one under its own number that it never made', () => {
  const folder = scratch()
  put(spoolOf(folder, 1))
  spoolOf(folder, 2).claim(NOW)
  expect(drained(spoolOf(folder, 3, [2]), new Date(+NOW + 11 * MINUTE))).toHaveLength(1)
  put(spoolOf(folder, 1))
  spoolOf(folder, 2).claim(NOW)
  expect(drained(spoolOf(folder, 2, [2]))).toHaveLength(1)
})

it('keeps an event that comes while the one before it is worked on', () => {
  const folder = scratch()
  const spool = spoolOf(folder)
  put(spool)
  const first = spool.claim(NOW)
  put(spoolOf(folder, 9))
  if (first !== undefined) spool.done(first)
  expect(drained(spool)).toHaveLength(1)
})

it('writes a later look over the one that waits, and puts any other event in its place', () => {
  const folder = scratch()
  const spool = spoolOf(folder)
  const look = (prompt: Partial<PromptSubmitted>, at: number) =>
    spool.put(...lookOf({ kind: 'prompt_submitted', engine: 'qwen', sessionId: 's', prompt: 'x', ...prompt }, [], at))
  const file = () =>
    statSync(join(spool.folder, readdirSync(spool.folder).filter((name) => name.endsWith('.json'))[0]!))
  look({}, +NOW)
  const first = file()
  look({}, +NOW + 7)
  expect(file().ino).toBe(first.ino)
  const later = new Date(+NOW + 30_007)
  expect(spool.claim(new Date(+later - 1))).toBeUndefined()
  const claimed = spool.claim(later)
  expect(claimed?.job.at).toBe(+NOW + 7)
  // One that is worked on is not written over.
  look({}, +NOW + 9)
  expect(readFileSync(claimed!.file, 'utf8')).toContain(`"at":${+NOW + 7}`)
  look({ cwd: '/elsewhere' }, +NOW + 9)
  expect(drained(spool, new Date(+NOW + 30_009))).toEqual([
    expect.objectContaining({ at: +NOW + 9, payload: expect.objectContaining({ cwd: '/elsewhere' }) }),
  ])
})

it('tries a job again when its time has come, and lets a newer event stand for it', () => {
  const folder = scratch()
  const spool = spoolOf(folder)
  put(spool)
  const first = spool.claim(NOW)
  if (first === undefined) throw new Error('nothing to claim')
  spool.putBack(first, { ...first.job, tries: 1, after: +NOW + MINUTE })
  expect(spool.claim(NOW)).toBeUndefined()
  const again = spool.claim(new Date(+NOW + MINUTE))
  expect(again?.job.tries).toBe(1)
  put(spoolOf(folder, 9))
  if (again !== undefined) spool.putBack(again, { ...again.job, tries: 2 })
  expect(drained(spool, new Date(+NOW + MINUTE))).toEqual([jobFor(ended())])
})

it('puts aside what holds no job, and what was given up with its reason', () => {
  const folder = scratch()
  const spool = spoolOf(folder)
  put(spool)
  for (const [name, text] of Object.entries({ empty: '', half: '{"engine":"cl', list: '[]', other: '{"engine":1}' }))
    writeFileSync(join(spool.folder, `${name}.json`), text)
  writeFileSync(join(spool.folder, '.77-1-0.tmp'), 'half a job of a process that is gone')
  const only = spool.claim(NOW)
  if (only !== undefined) spool.putAside(only, 'no such file')
  expect(spool.claim(NOW)).toBeUndefined()
  const { waiting, aside } = spool.look()
  expect(waiting).toBe(0)
  expect(aside.map(({ why }) => why).sort()).toEqual(['no such file', ...Array(4).fill('the file holds no job')])
  expect(readdirSync(spool.folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

it('keeps two hundred of those that were put aside', () => {
  const spool = spoolOf(scratch())
  for (let i = 0; i < 210; i++) {
    put(spool, ended({ sessionId: `s${i}` }))
    const one = spool.claim(NOW)
    if (one !== undefined) spool.putAside(one, `reason ${i}`)
  }
  const reasons = spool.look().aside.map(({ why }) => why)
  expect(reasons).toHaveLength(200)
  expect(reasons).toContain('reason 209')
})

it('says so when it cannot write, and leaves nothing behind', () => {
  const folder = scratch()
  writeFileSync(join(folder, 'spool'), 'a file where the folder should be')
  expect(() => put(spoolOf(folder))).toThrow()
  const other = scratch()
  mkdirSync(join(other, 'spool'))
  if (process.getuid?.() === 0) return
  chmodSync(join(other, 'spool'), 0o500)
  expect(() => put(spoolOf(other))).toThrow()
  chmodSync(join(other, 'spool'), 0o700)
  expect(readdirSync(join(other, 'spool'))).toEqual([])
})

it('makes no folder by being looked at', () => {
  const folder = scratch()
  const spool = spoolOf(folder)
  expect(spool.look().waiting).toBe(0)
  expect(spool.claim(NOW)).toBeUndefined()
  expect(existsSync(spool.folder)).toBe(false)
})

it('whatever order events, claims and deaths come in, each event is worked on after it came', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ put: fc.integer({ min: 0, max: 3 }) }) },
    { weight: 3, arbitrary: fc.constant({ work: true as const }) },
    { weight: 1, arbitrary: fc.constant({ die: true as const }) },
    { weight: 1, arbitrary: fc.constant({ retry: true as const }) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const folder = scratch()
      let pid = 1
      let spool = spoolOf(folder, pid)
      const owed = new Set<string>()
      for (const one of steps) {
        if ('put' in one) {
          put(spoolOf(folder, 99), ended({ sessionId: String(one.put) }))
          owed.add(String(one.put))
        } else if ('die' in one) {
          spool.claim(NOW)
          pid++
          spool = spoolOf(folder, pid)
        } else {
          const claimed = spool.claim(NOW)
          if (claimed === undefined) expect(owed.size).toBe(0)
          else if ('retry' in one) spool.putBack(claimed, { ...claimed.job, tries: claimed.job.tries + 1 })
          else {
            owed.delete((claimed.job.payload as { session_id: string }).session_id)
            spool.done(claimed)
          }
        }
      }
      const left = drained(spoolOf(folder, pid + 1)).map((job) => (job.payload as { session_id: string }).session_id)
      expect(left.sort()).toEqual([...owed].sort())
      rmSync(folder, { recursive: true })
    }),
    { seed: 6, numRuns: 60 },
  )
})

it('a file of a job is JSON that a person can read', () => {
  const spool = spoolOf(scratch())
  put(spool)
  const [file = ''] = readdirSync(spool.folder)
  expect(JSON.parse(readFileSync(join(spool.folder, file), 'utf8'))).toEqual(jobFor(ended()))
})
