import { setTimeout as sleep } from 'node:timers/promises'
import type { SkillLoop } from '../app/skill-loop.ts'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import type { Job } from './job.ts'
import { takePayloads } from './payloads.ts'
import { type Claimed, LONGEST_PAUSE_MS, type Spool } from './spool.ts'

export interface DrainOptions {
  /** No further job is begun after this time (Unix ms). */
  readonly until?: number
  /** Also take jobs that are not due yet, and wait for the end of turns that are being written. */
  readonly wait: boolean
  /** Called when a job begins, with a description for the log. */
  readonly onBegin?: (what: string) => void
  /** Called for every job that was read. */
  readonly onRead?: (job: Job) => void
  /** Streaks of skills that are there already wait for a later drain, if this one found a job: more of them share a version. */
  readonly later?: boolean
  /** Stops before the next job. */
  readonly signal?: AbortSignal
}

/** What of a loop takes events in. */
export interface Reading {
  readonly upkeep: Pick<SkillLoop['upkeep'], 'config' | 'database' | 'count' | 'receive'>
}

/** The result of a drain. */
export interface Drained {
  readonly done: number
  readonly later: number
  readonly aside: number
  /** The time was up before all due jobs were taken. */
  readonly more: boolean
  /** When the next waiting job is due, in Unix ms. */
  readonly nextAt?: number
  /** Why it stopped early: spool or database cannot be read or written, if only for a moment. The jobs keep waiting. */
  readonly fault?: WaylandError
}

/**
 * An engine has written the end of a turn at most this long after its hook, in ms; then the transcript is taken as it
 * is.
 */
const WRITTEN_MS = 2_000
const POLL_MS = 100
/** Pauses between retries of a job, in ms; after the last one the job is put aside. */
const PAUSES = [2_000, 10_000, 60_000, 600_000, LONGEST_PAUSE_MS]
/** A transcript that does not exist after this long, in ms, is given up. */
const NEVER_MS = 24 * 3_600_000
/** Pause without a database, in ms. */
const NO_STORE_MS = 30_000

/**
 * Takes in the jobs that hooks have put into the spool, one after the other. A job that cannot be read yet is retried
 * later.
 */
export async function drain(loop: Reading, spool: Spool, options: DrainOptions): Promise<Drained> {
  const sum = { done: 0, aside: 0, more: false }
  // Without a database the jobs are left for a process that has one: turns in memory would be lost.
  if ('none' in loop.upkeep.database) return { ...sum, later: spool.look().waiting }
  /** Waiting jobs and when each is due. */
  const due = new Map<string, number>()
  const drained = () => ({ ...sum, later: due.size, ...(due.size === 0 ? {} : { nextAt: Math.min(...due.values()) }) })
  let fault: WaylandError | undefined
  try {
    fault = await drainInto({ sum, due }, loop, spool, options)
  } catch (error) {
    const what = `${spool.folder} cannot be read or written (${asWaylandError(error).message})`
    return { ...drained(), fault: new WaylandError('storage_unavailable', what, { cause: error }) }
  }
  options.onBegin?.(COUNTING)
  try {
    // Jobs lie in the order in which turns ended; turns count in the order in which they began.
    await loop.upkeep.count({ later: options.later === true && (sum.more || sum.done + sum.aside > 0) })
    return { ...drained(), ...(fault !== undefined && { fault }) }
  } catch (error) {
    return { ...drained(), fault: asWaylandError(error) }
  }
}

/** What follows on jobs, for the log. */
export const COUNTING = 'counting turns and drafting from them'

/** A description of a job for the log. */
export function wordsOf({ engine, payload }: Job): string {
  const { session_id: session, transcript_path: path } = payload as Readonly<Record<string, unknown>>
  return `an event of ${engine}, session ${String(session)}${typeof path === 'string' ? `, ${path}` : ''}`
}

interface Progress {
  readonly sum: { done: number; aside: number; more: boolean }
  readonly due: Map<string, number>
}

/** Takes in what is due; why it stopped before that, if it did. */
async function drainInto(
  { sum, due }: Progress,
  loop: Reading,
  spool: Spool,
  options: DrainOptions,
): Promise<WaylandError | undefined> {
  const { until = Number.POSITIVE_INFINITY, wait, signal } = options
  /** When each job that was put back may be retried in this drain. */
  const rests = new Map<string, number>()
  for (;;) {
    const now = new Date()
    sum.more = now.getTime() >= until
    if (signal?.aborted === true || sum.more) return undefined
    const resting = [...rests].filter(([, at]) => at > now.getTime())
    const claim = () => spool.claim(wait ? FAR : now, new Set(resting.map(([name]) => name)))
    // A claim gives back what processes had taken that died.
    const claimed = claim() ?? (takePayloads(spool, loop.upkeep.config) > 0 ? claim() : undefined)
    if (claimed === undefined) {
      const soon = wait ? Math.min(...resting.map(([, at]) => at)) : Number.POSITIVE_INFINITY
      if (!Number.isFinite(soon)) return undefined
      await sleep(Math.max(1, soon - now.getTime()))
      continue
    }
    options.onBegin?.(wordsOf(claimed.job))
    const read = await readOne(loop, claimed, now)
    due.delete(claimed.name)
    if (read.kind !== 'later') {
      settle(claimed, read)
    } else {
      // A job with a future time (the clock was ahead) counts from the first look at it.
      const at = Math.min(claimed.job.at, now.getTime())
      spool.putBack(claimed, { ...claimed.job, at, tries: read.tries, after: read.at.getTime(), since: now.getTime() })
      due.set(claimed.name, read.at.getTime())
      // A transcript that is being written is read again in this drain, all others in a later one.
      rests.set(claimed.name, read.soon ? read.at.getTime() : Number.POSITIVE_INFINITY)
      if (read.fault !== undefined) return read.fault
    }
  }
  function settle(claimed: Claimed, read: Settled): void {
    if (read.kind !== 'never') sum[read.kind]++
    if (read.kind === 'aside') spool.putAside(claimed, read.why)
    else spool.done(claimed)
    if (read.kind === 'done') options.onRead?.(claimed.job)
  }
}

/** Claims every waiting job, due or not. */
const FAR = new Date(8.64e15)

/** `never`: there was nothing to read, and no report is needed: a session that was not saved, or a made-up path. */
type Settled = { readonly kind: 'done' | 'never' } | { readonly kind: 'aside'; readonly why: string }
type Read =
  | Settled
  | {
      readonly kind: 'later'
      readonly at: Date
      readonly tries: number
      readonly soon: boolean
      /** The database, not the job, is at fault: others would fail too. */
      readonly fault?: WaylandError
    }

async function readOne(loop: Reading, { job }: Claimed, now: Date): Promise<Read> {
  const age = now.getTime() - job.at
  const { onlyTold = false } = job
  const asItIs = !onlyTold && (age >= WRITTEN_MS || age < 0)
  try {
    await loop.upkeep.receive(job.engine, job.payload, {
      folders: job.folders,
      at: job.at,
      asItIs,
      onlyTold,
      later: true,
    })
    return { kind: 'done' }
  } catch (error) {
    const fault = asWaylandError(error)
    const { code, kind, message } = fault
    if (code === 'bad_transcript') return { kind: 'aside', why: message }
    if (code === 'transcript_behind' && !asItIs && !onlyTold)
      return { kind: 'later', at: new Date(now.getTime() + POLL_MS), tries: job.tries, soon: true }
    // The transcript may be fine; the database is unavailable.
    if ((kind === 'unavailable' && code !== 'transcript_behind') || code === 'newer_database')
      return { kind: 'later', at: new Date(now.getTime() + NO_STORE_MS), tries: job.tries, soon: false, fault }
    const isMissing = code === 'transcript_behind'
    if (isMissing && age >= NEVER_MS) return { kind: 'never' }
    const due = job.after === undefined || job.after <= now.getTime()
    const tries = job.tries + (due ? 1 : 0)
    const pause = PAUSES[Math.max(tries, 1) - 1] ?? (isMissing ? LONGEST_PAUSE_MS : undefined)
    if (pause === undefined) return { kind: 'aside', why: message }
    return { kind: 'later', at: new Date(now.getTime() + pause), tries, soon: false }
  }
}
