import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import type { SkillLoop } from '../app/skill-loop.ts'
import { isWaylandError } from '../domain/errors.ts'
import { drain, wordsOf } from './drain.ts'
import type { Spool } from './spool.ts'
import { createTail } from './tail.ts'

/** What works through the spool in the background, one job at a time. */
export interface Worker {
  /** There is something new in the spool. */
  wake(): void
  /** Finishes the job it is at, and no more. */
  stop(): Promise<void>
  readonly counts: { readonly done: number; readonly aside: number; readonly watched: number }
}

/** The spool and the transcripts are looked at this often, in milliseconds, also without a notice that they changed. */
const LOOK_MS = 1_000
const PIECE_MS = 5_000
/** What need not be kept is looked for this often, in milliseconds. */
const RETAIN_MS = 3_600_000

export interface WorkerOptions {
  readonly stands: () => boolean
  readonly onFault: (error: unknown) => void
  /** Told what is begun, in words for the log. */
  readonly onBegin?: (what: string) => void
  /** After this long at the spool the transcripts are looked at too, in milliseconds. */
  readonly pieceMs?: number
}

export function startWorker(
  loop: Pick<SkillLoop, 'database' | 'receive' | 'count' | 'retain'>,
  spool: Spool,
  { stands, onFault, onBegin, pieceMs = PIECE_MS }: WorkerOptions,
): Worker {
  const tail = createTail()
  const stopping = new AbortController()
  const counts = { done: 0, aside: 0 }
  let wake = () => {}
  let retainAt = 0
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
    // Before anything else: the database would be made anew where there is none.
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
      // What is in the middle of a turn now has its hook or its next change to come.
      await loop.receive(engine, payload, { folders, onlyTold: !settled }).catch((error: unknown) => {
        if (!isWaylandError(error) || error.code !== 'transcript_behind') onFault(error)
      })
    }
    if (!more) await retain()
  }

  /** A step of it each time that there is nothing else to do, then not for an hour. */
  async function retain(): Promise<void> {
    if (Date.now() < retainAt || stopping.signal.aborted) return
    retainAt = Date.now() + ((await loop.retain()) ? 0 : RETAIN_MS)
  }

  return {
    wake: () => wake(),
    async stop() {
      stopping.abort()
      watcher?.close()
      wake()
      await ended
    },
    get counts() {
      return { ...counts, watched: tail.size }
    },
  }
}

/** Tells of new files at once where the system can; the regular look stands for it elsewhere. */
function watched(folder: string, tell: () => void): FSWatcher | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return watch(folder, { persistent: false }, tell).on('error', () => {})
  } catch {
    return undefined
  }
}
