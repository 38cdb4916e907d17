import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import type { SkillLoop } from '../app/skill-loop.ts'
import { isWaylandError } from '../domain/errors.ts'
import { type BackgroundLearning, FIRST_MS } from './background-learning.ts'
import { drain, type Reading, wordsOf } from './drain.ts'
import type { Spool } from './spool.ts'
import { watchTranscripts } from './transcript-watch.ts'

/** Processes the spool in the background, one job at a time. */
export interface Worker {
  /** Reports a new job in the spool. */
  wake(): void
  /** Finishes the current job and stops. */
  stop(): Promise<void>
  readonly counts: { readonly done: number; readonly aside: number; readonly watched: number }
}

/** Interval at which spool and transcripts are checked without a notification, in ms. */
const LOOK_MS = 1_000
const PIECE_MS = 5_000
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
}

export function startWorker(
  loop: Reading & { readonly upkeep: Pick<SkillLoop['upkeep'], 'retain'> },
  spool: Spool,
  { stands, onFault, onBegin, learning, firstMs = FIRST_MS, pieceMs = PIECE_MS }: WorkerOptions,
): Worker {
  const tail = watchTranscripts()
  const stopping = new AbortController()
  const counts = { done: 0, aside: 0 }
  let wake = () => {}
  let retainAt = 0
  let learnAt = Date.now() + firstMs
  let review: Promise<void> | undefined
  const watcher = watched(spool.folder, () => wake())
  const ended = work()

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      await once().catch(onFault)
      if (stopping.signal.aborted) break
      const rest = setTimeout(() => wake(), LOOK_MS)
      await woken
      clearTimeout(rest)
    }
  }

  async function once(): Promise<void> {
    // First of all: otherwise the database would be created again in a new folder.
    if (!stands()) return
    const { done, aside, more, nextAt, fault } = await drain(loop, spool, {
      wait: false,
      until: Date.now() + pieceMs,
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
    for (const { job, settled } of tail.changed(Date.now())) {
      const { engine, payload, folders } = job
      if (stopping.signal.aborted) return
      onBegin?.(wordsOf(job))
      // A turn that is still running gets a hook or another change of its transcript.
      await loop.receive(engine, payload, { folders, onlyTold: !settled }).catch((error: unknown) => {
        if (!isWaylandError(error) || error.code !== 'transcript_behind') onFault(error)
      })
    }
    if (more) return
    await retain()
    if (learning !== undefined && review === undefined && Date.now() >= learnAt) review = learn(learning)
  }

  /** One review beside the events: a call takes minutes, and turns go on meanwhile. */
  async function learn(one: BackgroundLearning): Promise<void> {
    const pause = await one(stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) onFault(error)
      return RETAIN_MS
    })
    learnAt = Date.now() + pause
    review = undefined
  }

  /** One step of retention whenever the worker is idle, then a pause of an hour. */
  async function retain(): Promise<void> {
    if (Date.now() < retainAt || stopping.signal.aborted) return
    // First of all: after a fault it is not tried again at once.
    retainAt = Date.now() + RETAIN_MS
    if (await loop.upkeep.retain()) retainAt = 0
  }

  return {
    wake: () => wake(),
    async stop() {
      stopping.abort()
      watcher?.close()
      wake()
      await ended
      await review
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
