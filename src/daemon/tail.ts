import { statSync } from 'node:fs'
import { REST_MS } from '../domain/rest.ts'
import type { Job } from './job.ts'

/** Files watched at most; the one that changed longest ago goes first. */
const MAX_FILES = 64
/** A file that did not change for this long is no longer watched, in milliseconds. */
const FORGET_MS = 30 * 60_000
/** A file is read when it has been quiet for this long, in milliseconds. */
const QUIET_MS = 1_000

interface Watched {
  readonly job: Job
  /** Time of the file's last change when it was last read. */
  readonly readAt: number
  /** It was read when nothing more could come. */
  readonly settled: boolean
}

/** A file to be read again. Until it has settled, words at its end may be on the way to a call. */
export interface Changed {
  readonly job: Job
  readonly settled: boolean
}

/** The transcripts that hooks have named lately: some of what is written to them comes after every hook, or without one. */
export interface Tail {
  /** The transcript of a job was read just now. */
  watch(job: Job): void
  /** Jobs whose transcript has changed since and is quiet now, and once more when it has settled. */
  changed(now: number): readonly Changed[]
  readonly size: number
}

export function createTail(changedAt: (path: string) => number | undefined = timeOfChange): Tail {
  const files = new Map<string, Watched>()
  return {
    watch(job) {
      const { transcript_path: path, hook_event_name: event } = job.payload as Readonly<Record<string, string>>
      if (path === undefined) return
      files.delete(path)
      const readAt = changedAt(path)
      if (readAt === undefined || event === 'session_ended') return
      // Read again, it tells of no particular end: whatever has ended by then counts.
      const { last_words: _, ...payload } = job.payload as Readonly<Record<string, string>>
      files.set(path, { job: { ...job, payload }, readAt, settled: true })
      const [oldest] = files.keys()
      if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest)
    },
    changed(now) {
      const jobs: Changed[] = []
      for (const [path, { job, readAt, settled }] of files) {
        const at = changedAt(path)
        if (at === undefined || now - at > FORGET_MS) {
          files.delete(path)
          continue
        }
        // A time in the future is one of a clock that was ahead, and says nothing of the last change but that it was before.
        const quiet = Math.abs(now - at)
        const due = at === readAt ? !settled && quiet >= REST_MS : quiet >= QUIET_MS
        if (!due) continue
        files.set(path, { job, readAt: at, settled: quiet >= REST_MS })
        jobs.push({ job, settled: quiet >= REST_MS })
      }
      return jobs
    },
    get size() {
      return files.size
    },
  }
}

const timeOfChange = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs
