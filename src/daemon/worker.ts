import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { LearnReport, SkillLoop } from '../app/skill-loop.ts'
import { isWaylandError } from '../domain/errors.ts'
import { COUNTING, drain, type Reading, wordsOf } from './drain.ts'
import type { Spool } from './spool.ts'
import { watchTranscripts } from './transcript-watch.ts'

/** Processes the spool in the background, one job at a time. */
export interface Worker {
  /** Reports a new job in the spool, which is read soon. */
  wake(): void
  /** Finishes the current job and stops. */
  stop(): Promise<void>
  /** Whether a model reviews sessions just now. */
  readonly isReviewing: boolean
  readonly counts: { readonly done: number; readonly aside: number; readonly watched: number }
}

/** Interval at which spool and transcripts are checked without a notification, in ms. */
const LOOK_MS = 1_000
const PIECE_MS = 5_000
/**
 * Jobs are read when none came for so long, in ms, and at most twenty times as long after the first: an agent that ends calls the
 * next hook a moment later, and would wait for it as long as the turn is read. Ends of a session that wait together are read
 * as one.
 */
const LULL_MS = 250
const MOST_LULLS = 20
/** While events keep coming, drafts of skills that are there already are made once in so long, in ms: each takes 20 to 50. */
const DRAFT_MS = 10_000
/** Interval of retention passes, and of reviews after one that failed, in ms. */
const RETAIN_MS = 3_600_000

export interface WorkerOptions {
  readonly stands: () => boolean
  readonly onFault: (error: unknown) => void
  /** Called when a job begins, with a description for the log. */
  readonly onBegin?: (what: string) => void
  /** Reviews sessions with a model while nothing waits; absent: nothing is asked. */
  readonly learning?: BackgroundLearning | undefined
  /** The first review comes after this long, in ms. */
  readonly firstMs?: number
  /** The transcripts are checked after this long in the spool, in ms. */
  readonly pieceMs?: number
  /** Other folders in which something to be read appears. */
  readonly also?: readonly string[]
  /** New jobs are read when none came for this long, in ms. */
  readonly lullMs?: number
}

export function startWorker(
  loop: Reading & { readonly upkeep: Pick<SkillLoop['upkeep'], 'retain'> },
  spool: Spool,
  {
    stands,
    onFault,
    onBegin,
    learning,
    also = [],
    firstMs = FIRST_MS,
    pieceMs = PIECE_MS,
    lullMs = LULL_MS,
  }: WorkerOptions,
): Worker {
  const tail = watchTranscripts()
  const stopping = new AbortController()
  const counts = { done: 0, aside: 0 }
  let wake = () => {}
  // Times are those of this process: a clock that is set back while something is awaited would have it wait for as long.
  let retainAt = 0
  /** When drafts were last made while events came. */
  let draftedAt = Number.NEGATIVE_INFINITY
  let learnAt = performance.now() + firstMs
  let review: Promise<void> | undefined
  /** When the first and the last of the new jobs came. */
  let news: { readonly first: number; readonly last: number } | undefined
  const told = () => {
    const now = performance.now()
    news = { first: news?.first ?? now, last: now }
    wake()
  }
  const watchers = [spool.folder, ...also].map((folder) => watched(folder, told))
  const ended = work()

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      await quiet()
      await once().catch(onFault)
      if (stopping.signal.aborted) break
      const rest = setTimeout(() => wake(), LOOK_MS)
      await woken
      clearTimeout(rest)
    }
    if (stands()) await loop.upkeep.count().catch(onFault)
  }

  async function quiet(): Promise<void> {
    while (news !== undefined && !stopping.signal.aborted) {
      const ms = Math.min(news.last + lullMs, news.first + lullMs * MOST_LULLS) - performance.now()
      if (ms <= 0) news = undefined
      else await wait(ms, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function once(): Promise<void> {
    // First of all: otherwise the database would be created again in a new folder.
    if (!stands()) return
    const { done, aside, more, nextAt, fault } = await drain(loop, spool, {
      wait: false,
      until: Date.now() + pieceMs,
      later: true,
      signal: stopping.signal,
      onRead: (job) => tail.watch(job),
      ...(onBegin && { onBegin }),
    })
    if (fault !== undefined) onFault(fault)
    counts.done += done
    counts.aside += aside
    if (more) wake()
    else if (nextAt !== undefined && nextAt - Date.now() < LOOK_MS)
      setTimeout(() => wake(), nextAt - Date.now()).unref()
    const changed = await readChanged()
    if (more || done + aside + changed > 0) await draft()
    if (more || stopping.signal.aborted) return
    await retain()
    if (learning !== undefined && review === undefined && performance.now() >= learnAt) review = learn(learning)
  }

  /** Reads what was written after the last hook, or without one; resolves to the number of files. */
  async function readChanged(): Promise<number> {
    const changed = tail.changed(Date.now())
    for (const { job, settled } of changed) {
      const { engine, payload, folders } = job
      if (stopping.signal.aborted) break
      onBegin?.(wordsOf(job))
      // A turn that is still running gets a hook or another change of its transcript.
      await loop.upkeep
        .receive(engine, payload, { folders, onlyTold: !settled, later: true })
        .catch((error: unknown) => {
          if (!isWaylandError(error) || error.code !== 'transcript_behind') onFault(error)
        })
    }
    if (changed.length === 0) return 0
    // Together: each would have a transaction, and its streak a version, of its own.
    onBegin?.(COUNTING)
    await loop.upkeep.count({ later: true })
    return changed.length
  }

  /** Drafts from what a look has found, once in a while; one that finds nothing drafts from what is left. */
  async function draft(): Promise<void> {
    const now = performance.now()
    if (now - draftedAt < DRAFT_MS || !stands()) return
    draftedAt = now
    await loop.upkeep.count()
  }

  /** One review beside the events: a call takes minutes, and turns go on meanwhile. */
  async function learn(one: BackgroundLearning): Promise<void> {
    const pause = await one(stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) onFault(error)
      return RETAIN_MS
    })
    learnAt = performance.now() + pause
    review = undefined
  }

  /** One step of retention whenever the worker is idle, then a pause of an hour. */
  async function retain(): Promise<void> {
    if (performance.now() < retainAt || stopping.signal.aborted) return
    // First of all: after a fault it is not tried again at once.
    retainAt = performance.now() + RETAIN_MS
    if (await loop.upkeep.retain()) retainAt = 0
  }

  return {
    wake: told,
    async stop() {
      stopping.abort()
      for (const watcher of watchers) watcher?.close()
      wake()
      await ended
      await review
    },
    get isReviewing() {
      return review !== undefined
    },
    get counts() {
      return { ...counts, watched: tail.size }
    },
  }
}

/** Watches a folder where the system supports it; elsewhere the interval check is enough. */
function watched(folder: string, tell: () => void): FSWatcher | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return watch(folder, { persistent: false }, tell).on('error', () => {})
  } catch {
    return undefined
  }
}

/** Pauses between looks for something to review, in ms: after one that found nothing, and after one that could not ask. */
const NOTHING_MS = 10 * 60_000
const STOPPED_MS = 3_600_000
/** Before the first look, in ms: the events that came while no daemon ran go first. */
const FIRST_MS = 60_000

/** One review in the background; resolves to the pause before the next one in ms. */
type BackgroundLearning = (signal: AbortSignal) => Promise<number>

/** The reviews of a daemon, one at a time; undefined where no model is configured, or none is to be asked by itself. */
export function backgroundLearning(
  loop: {
    readonly upkeep: Pick<SkillLoop['upkeep'], 'config'>
    readonly learning: Pick<SkillLoop['learning'], 'learn'>
  },
  tell: (report: LearnReport) => void,
): BackgroundLearning | undefined {
  const { 'model.provider': provider, 'model.background': background } = loop.upkeep.config.settings
  if (provider === 'none' || background === 'off') return undefined
  return async (signal) => {
    const report = await loop.learning.learn({ recurring: 'too', most: 1, signal })
    if (report.calls > 0 || hasResult(report)) tell(report)
    if (report.stopped !== undefined) return STOPPED_MS
    return hasResult(report) ? 0 : NOTHING_MS
  }
}

const hasResult = ({ reviewed, projects, reworded, failed }: LearnReport): boolean =>
  reviewed + projects + reworded.length + failed.length > 0
