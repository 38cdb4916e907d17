import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Job, parseJob } from './job.ts'
import { makeFolder } from './job-file.ts'

/** Jobs put aside that are kept; the oldest are deleted first. */
const MAX_ASIDE = 200

/** Jobs that were given up, as files of a folder beside the queue. */
export interface Aside {
  /** Puts a job there, with `why`, in place of its file. */
  put(file: string, job: Job): void
  /** Returns them to the queue; returns their number. */
  tryAgain(): number
  jobs(): readonly Job[]
}

export function openAside(
  folder: string,
  {
    fresh,
    writeWhole,
    onAside,
  }: {
    readonly onAside?: (job: Job) => void
    readonly fresh: () => string
    readonly writeWhole: (file: string, job: Job) => void
  },
): Aside {
  const aside = join(folder, 'aside')
  return {
    put(file, job) {
      makeFolder(aside)
      const kept = names(aside).sort()
      const over = kept.slice(0, Math.max(0, kept.length + 1 - MAX_ASIDE))
      for (const old of over) rmSync(join(aside, old), { force: true })
      writeWhole(join(aside, `${job.at}-${fresh()}.json`), job)
      rmSync(file, { force: true })
      onAside?.(job)
    },
    tryAgain() {
      const files = names(aside).sort()
      for (const file of files) {
        const job = readJob(join(aside, file))
        if (job !== undefined) {
          const { engine, payload, folders, at } = job
          writeWhole(join(folder, `again+${file}`), { engine, payload, folders, at, tries: 0 })
        }
        rmSync(join(aside, file), { force: true })
      }
      return files.length
    },
    jobs: () =>
      names(aside)
        .sort()
        .flatMap((file) => readJob(join(aside, file)) ?? []),
  }
}

/** In place of a job whose file holds none. */
export const NO_JOB: Omit<Job, 'at'> = { engine: 'generic', payload: {}, folders: [], tries: 0 }

/** Names in a folder; none where there is no folder. */
export function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** The job in a file; undefined where there is none. */
export function readJob(file: string): Job | undefined {
  try {
    return parseJob(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
