import { statSync } from 'node:fs'
import { REST_MS } from '../domain/rest.ts'
import type { Job } from './job.ts'

/** A file to be read again. Until it has settled, text at its end may precede a tool call. */
interface Changed {
  readonly job: Job
  readonly settled: boolean
}

/** The transcripts that hooks named recently: engines write to some of them after the last hook, or without one. */
interface TranscriptWatch {
  /** Call when the transcript of a job was read. */
  watch(job: Job): void
  /** Jobs whose transcript changed since and is quiet now, and each once more when it has settled. */
  changed(now: number): readonly Changed[]
  readonly size: number
}

export function watchTranscripts(changedAt: (path: string) => number | undefined = timeOfChange): TranscriptWatch {
  const files = new Map<string, Watched>()
  return {
    watch(job) {
      const { transcript_path: path, hook_event_name: event } = job.payload as Readonly<Record<string, string>>
      if (path === undefined) return
      files.delete(path)
      const readAt = changedAt(path)
      if (readAt === undefined || event === 'session_ended') return
      // The repeated read is bound to no particular end: all turns that have ended by then count.
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
        // A future time comes from a clock that was ahead, and only says that the file changed before now.
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

/** Maximum of watched files; the one that changed longest ago is dropped first. */
const MAX_FILES = 64
/** A file unchanged for this long, in ms, is no longer watched. */
const FORGET_MS = 30 * 60_000
/** A file is read after it was unchanged for this long, in ms. */
const QUIET_MS = 1_000

interface Watched {
  readonly job: Job
  /** Modification time of the file when it was last read. */
  readonly readAt: number
  /** It was read after it had settled. */
  readonly settled: boolean
}

const timeOfChange = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs
