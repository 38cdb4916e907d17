import { setTimeout as sleep } from 'node:timers/promises'
import type { SkillLoop } from '../app/skill-loop.ts'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import type { Job } from './job.ts'
import { type Claimed, LONGEST_PAUSE_MS, type Spool } from './spool.ts'

export interface DrainOptions {
  /** Time (ms since 1970) at which no further job is begun. */
  readonly until?: number
  /** Try also what is not due yet, and wait for ends of turns that are being written just now. */
  readonly wait: boolean
  /** Told what is begun, in words for the log. */
  readonly onBegin?: (what: string) => void
  /** Told of every job that was read. */
  readonly onRead?: (job: Job) => void
  /** Stops before the next job. */
  readonly signal?: AbortSignal
}

/** What of a loop takes turns in. */
type Reading = Pick<SkillLoop, 'database' | 'receive' | 'count'>

/** What came of a drain. */
export interface Drained {
  readonly done: number
  readonly later: number
  readonly aside: number
  /** The time was up before all that was due was looked at. */
  readonly more: boolean
  /** When the next of those that wait is due, in ms since 1970. */
  readonly nextAt?: number
  /** Why it ended early: the spool, or the database, cannot be read or written just now. What they hold waits on. */
  readonly fault?: WaylandError
}

/** An engine writes the end of a turn this long after its hook, in milliseconds; then the transcript is taken as it is. */
const WRITTEN_MS = 2_000
const POLL_MS = 100
/** Pauses before a job is tried again, in milliseconds; after the last it is put aside. */
const PAUSES = [2_000, 10_000, 60_000, 600_000, LONGEST_PAUSE_MS]
/** A transcript that did not come for this long does not come any more, in milliseconds. */
const NEVER_MS = 24 * 3_600_000
/** Pause while there is no database to write to. */
const NO_STORE_MS = 30_000

/** Takes in what hooks have put aside, one job after the other. A job that cannot be read yet is tried again later. */
export async function drain(loop: Reading, spool: Spool, options: DrainOptions): Promise<Drained> {
  const sum = { done: 0, aside: 0, more: false }
  // What would be recorded in memory only is left for a process that has a database.
  if ('none' in loop.database) return { ...sum, later: spool.look().waiting }
  /** Jobs that wait on, and when each is due. */
  const due = new Map<string, number>()
  const drained = () => ({ ...sum, later: due.size, ...(due.size === 0 ? {} : { nextAt: Math.min(...due.values()) }) })
  try {
    await drainInto({ sum, due }, loop, spool, options)
  } catch (error) {
    const what = `${spool.folder} cannot be read or written (${asWaylandError(error).message})`
    return { ...drained(), fault: new WaylandError('storage_unavailable', what, { cause: error }) }
  }
  options.onBegin?.('counting turns and drafting from them')
  try {
    // Events of several sessions lie in the order in which they ended; their turns count in the order of time.
    await loop.count()
    return drained()
  } catch (error) {
    return { ...drained(), fault: asWaylandError(error) }
  }
}

/** A job as the log names it. */
export function wordsOf({ engine, payload }: Job): string {
  const { session_id: session, transcript_path: path } = payload as Readonly<Record<string, unknown>>
  return `an event of ${engine}, session ${String(session)}${typeof path === 'string' ? `, ${path}` : ''}`
}

interface Progress {
  readonly sum: { done: number; aside: number; more: boolean }
  readonly due: Map<string, number>
}

async function drainInto({ sum, due }: Progress, loop: Reading, spool: Spool, options: DrainOptions): Promise<void> {
  const { until = Number.POSITIVE_INFINITY, wait, signal } = options
  /** When each job that was put back may be looked at again in this drain. */
  const rests = new Map<string, number>()
  for (;;) {
    const now = new Date()
    sum.more = now.getTime() >= until
    if (signal?.aborted === true || sum.more) break
    const resting = [...rests].filter(([, at]) => at > now.getTime())
    const claimed = spool.claim(wait ? FAR : now, new Set(resting.map(([name]) => name)))
    if (claimed === undefined) {
      const soon = wait ? Math.min(...resting.map(([, at]) => at)) : Number.POSITIVE_INFINITY
      if (!Number.isFinite(soon)) break
      await sleep(Math.max(1, soon - now.getTime()))
      continue
    }
    options.onBegin?.(wordsOf(claimed.job))
    const read = await readOne(loop, claimed, now)
    due.delete(claimed.name)
    if (read.kind !== 'later') {
      settle(claimed, read)
    } else {
      // A job of a clock that was ahead is as old as the first look at it.
      const at = Math.min(claimed.job.at, now.getTime())
      spool.putBack(claimed, { ...claimed.job, at, tries: read.tries, after: read.at.getTime(), since: now.getTime() })
      due.set(claimed.name, read.at.getTime())
      // What is being written is looked at again in this drain, everything else in a later one.
      rests.set(claimed.name, read.soon ? read.at.getTime() : Number.POSITIVE_INFINITY)
      if (read.stop) break
    }
  }
  function settle(claimed: Claimed, read: Settled): void {
    if (read.kind !== 'never') sum[read.kind]++
    if (read.kind === 'aside') spool.putAside(claimed, read.why)
    else spool.done(claimed)
    if (read.kind === 'done') options.onRead?.(claimed.job)
  }
}

/** Claims whatever waits, due or not. */
const FAR = new Date(8.64e15)

/** `never`: there was nothing to read, and nobody needs to know: a session that was not kept, or a path that was made up. */
type Settled = { readonly kind: 'done' | 'never' } | { readonly kind: 'aside'; readonly why: string }
type Read =
  | Settled
  | {
      readonly kind: 'later'
      readonly at: Date
      readonly tries: number
      readonly soon: boolean
      readonly stop: boolean
    }

async function readOne(loop: Reading, { job }: Claimed, now: Date): Promise<Read> {
  const age = now.getTime() - job.at
  const { onlyTold = false } = job
  const asItIs = !onlyTold && (age >= WRITTEN_MS || age < 0)
  try {
    await loop.receive(job.engine, job.payload, { folders: job.folders, at: job.at, asItIs, onlyTold, later: true })
    return { kind: 'done' }
  } catch (error) {
    const { code, kind, message } = asWaylandError(error)
    if (code === 'bad_transcript') return { kind: 'aside', why: message }
    if (code === 'transcript_behind' && !asItIs && !onlyTold)
      return { kind: 'later', at: new Date(now.getTime() + POLL_MS), tries: job.tries, soon: true, stop: false }
    // The transcript may be whole; it is the database that has to come back.
    if ((kind === 'unavailable' && code !== 'transcript_behind') || code === 'newer_database')
      return { kind: 'later', at: new Date(now.getTime() + NO_STORE_MS), tries: job.tries, soon: false, stop: true }
    const isMissing = code === 'transcript_behind'
    if (isMissing && age >= NEVER_MS) return { kind: 'never' }
    const due = job.after === undefined || job.after <= now.getTime()
    const tries = job.tries + (due ? 1 : 0)
    const pause = PAUSES[Math.max(tries, 1) - 1] ?? (isMissing ? LONGEST_PAUSE_MS : undefined)
    if (pause === undefined) return { kind: 'aside', why: message }
    return { kind: 'later', at: new Date(now.getTime() + pause), tries, soon: false, stop: false }
  }
}
