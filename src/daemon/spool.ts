import { renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Aside, NO_JOB, names, openAside, readJob } from './aside-jobs.ts'
import { type CrashCounts, openCrashCounts } from './crash-counts.ts'
import type { Job } from './job.ts'
import { freshName, makeFolder, payloadsFolder, putJob, spoolFolder, writeJob, writeOver } from './job-file.ts'

/** A claim this old, in ms, is taken over even if its process id is in use, since the id may have been reused. */
const CLAIM_MS = 10 * 60_000
/** Limit of a job's count of dead processes, in quarters: three processes, or twelve with a deadline. */
const MAX_FALLS = 12
const HURRIED = 'h'
const ENDED = 'each process that read it ended, or was ended, while it did'
/** Longest pause before a job is retried, in ms. */
export const LONGEST_PAUSE_MS = 3_600_000

/** A job that this process works on; its file carries the process id, so that it is released when the process dies. */
export interface Claimed {
  readonly name: string
  readonly job: Job
  readonly file: string
}

/**
 * A queue of jobs as files of one folder, mode 0600. Files are written atomically, claimed by renaming, and released
 * when the claiming process dies. No job is lost; at worst one is done twice.
 */
export interface Spool {
  /** Adds a job, replacing one of the same name. Throws if it cannot be written. */
  put(name: string, job: Job): void
  /**
   * Adds a job whose payload a hook has left in a file, from which it is claimed; it replaces one of the same name, and one
   * that was adopted for the same `source`, which it reads as well.
   */
  adopt(name: string, job: Job, file: string, source: string): void
  /** Claims what was adopted, then the oldest job that is due at `now`; none in `except`. Files that hold no job are put aside. */
  claim(now: Date, except?: ReadonlySet<string>): Claimed | undefined
  /** Deletes a finished job. */
  done(claimed: Claimed): void
  /** Returns a job to the queue; a newer event of the same name replaces it. */
  putBack(claimed: Claimed, job: Job): void
  /** Gives a job up and keeps it for a person to see. */
  putAside(claimed: Claimed, why: string): void
  /** Returns jobs that were put aside to the queue; returns their number. */
  tryAgain(): number
  /** The number of waiting jobs, claimed ones included, and the jobs put aside with their reasons. */
  look(): { readonly waiting: number; readonly aside: readonly Job[] }
  /** The folder in which new jobs appear. */
  readonly folder: string
}

export interface SpoolOptions {
  /** Sync files, so that they survive a power cut. */
  readonly flushed?: boolean
  /** This process has a deadline: its death while working on a job counts only a quarter. */
  readonly hurried?: boolean
  /** Called for every job that is put aside. */
  readonly onAside?: (job: Job) => void
}

export function openSpool(
  dataDir: string,
  pid: number,
  alive: (pid: number) => boolean,
  { flushed = false, hurried = false, onAside }: SpoolOptions = {},
): Spool {
  const folder = spoolFolder(dataDir)
  const working = join(folder, 'working')
  const fallen = openCrashCounts(join(folder, 'fallen'))
  /** Files in `working` that this process has claimed. */
  const mine = new Set<string>()
  /** What hooks have left, by source. */
  const left = new Map<string, Claimed>()
  let listed: string[] = []
  const isLeft = (owner: string | undefined, now: Date): boolean => {
    const [by, at] = (owner ?? '').split('-').map(Number)
    return by === pid || !alive(by ?? 0) || !(Math.abs(now.getTime() - (at ?? 0)) < CLAIM_MS)
  }

  const fresh = (now?: number) => freshName(pid, now)
  const owner = (now: Date) => fresh(now.getTime()) + (hurried ? HURRIED : '')
  const writeWhole = (file: string, job: Job) => writeJob(folder, file, job, fresh(), flushed)
  const aside = openAside(folder, { fresh, writeWhole, ...(onAside === undefined ? {} : { onAside }) })
  const { comeBack, restore } = createRelease({ dataDir, folder, fallen, mine, aside, isLeft })

  function claim(now: Date, except: ReadonlySet<string> = new Set()): Claimed | undefined {
    for (const [source, waiting] of left) {
      if (except.has(waiting.name)) continue
      left.delete(source)
      const claimed = claimLeft(waiting, now)
      if (claimed !== undefined) return claimed
    }
    // The cached list first: many jobs are listed once, not once each.
    for (const list of [() => listed, waitingAgain]) {
      listed = list()
      for (let name = listed.shift(); name !== undefined; name = listed.shift()) {
        const claimed = except.has(name) ? undefined : claimOne(name, now)
        if (claimed !== undefined) return claimed
      }
    }
    return undefined

    function waitingAgain(): string[] {
      comeBack(now)
      return waitingNames()
    }
  }

  /** Without a file of its own: to make one takes some systems as long as all else here. */
  function claimLeft({ name, job, file: from }: Claimed, now: Date): Claimed | undefined {
    const [engine, event] = basename(from).split('.')
    const file = join(working, `${name}.${owner(now)}.${engine}.${event}.payload`)
    if (!moved(from, file)) return undefined
    mine.add(file)
    return { name, job, file }
  }

  function claimOne(name: string, now: Date): Claimed | undefined {
    const waiting = join(folder, `${name}.json`)
    const { after = 0, since = 0 } = readJob(waiting) ?? {}
    // A job that was put back in the future, or must wait longer than any pause, was put back while the clock was
    // ahead.
    const rest = after - now.getTime()
    if (rest > 0 && rest <= LONGEST_PAUSE_MS && since <= now.getTime()) return undefined
    const file = join(working, `${name}.${owner(now)}.json`)
    if (!moved(waiting, file)) return undefined
    // The name may hold a newer job than the one listed.
    const job = readJob(file)
    if (job === undefined) {
      aside.put(file, { ...NO_JOB, at: now.getTime(), why: 'the file holds no job' })
      return undefined
    }
    mine.add(file)
    return { name, job, file }
  }

  /** Names of the waiting jobs, oldest first. */
  function waitingNames(): string[] {
    return names(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({ name: file.slice(0, -5), at: changedAt(join(folder, file)) }))
      .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name)
  }

  return {
    folder,
    put(name, job) {
      if (flushed || !writeOver(join(folder, `${name}.json`), job)) putJob(dataDir, pid, name, job, flushed)
    },
    adopt(name, job, file, source) {
      const other = left.get(source)?.file
      left.set(source, { name, job, file })
      for (const old of [other, join(folder, `${name}.json`)])
        if (old !== undefined && old !== file) rmSync(old, { force: true })
    },
    claim,
    done({ name, file }) {
      mine.delete(file)
      rmSync(file, { force: true })
      fallen.forget(name)
    },
    tryAgain: aside.tryAgain,
    putBack({ name, file }, job) {
      // If a step fails now, the claim lapses and the file is released later.
      mine.delete(file)
      const waiting = join(folder, `${name}.json`)
      try {
        if (payloadName(file) === undefined) writeWhole(file, job)
        else {
          if (changedAt(waiting) === 0) writeWhole(waiting, job)
          rmSync(file, { force: true })
        }
      } catch {
        // On a full disk it stays unchanged, which needs no space.
      }
      restore(file, name)
    },
    putAside({ name, file, job }, why) {
      mine.delete(file)
      fallen.forget(name)
      aside.put(file, { ...job, why })
    },
    look: () => ({
      waiting:
        [...names(folder), ...names(working)].filter((file) => /\.(?:json|payload)$/.test(file)).length +
        names(payloadsFolder(dataDir)).length,
      aside: aside.jobs(),
    }),
  }
}

/** What becomes of the jobs of processes that died. */
function createRelease({
  dataDir,
  folder,
  fallen,
  mine,
  aside,
  isLeft,
}: {
  readonly dataDir: string
  readonly folder: string
  readonly fallen: CrashCounts
  /** Files in `working` that this process has claimed. */
  readonly mine: ReadonlySet<string>
  readonly aside: Aside
  /** Whether the owner of a file, `<pid>-<time>`, is gone or has held it for too long. */
  readonly isLeft: (owner: string | undefined, now: Date) => boolean
}) {
  const working = join(folder, 'working')

  /** Releases what dead processes had claimed; deletes files whose writing was interrupted. */
  function comeBack(now: Date): void {
    for (const file of names(working)) {
      const [name = '', owner] = file.split('.')
      if (mine.has(join(working, file)) || !isLeft(owner, now)) continue
      // Its process died while working on it, or has held it for too long.
      if (fallen.add(name, owner?.endsWith(HURRIED) === true ? 1 : 4) < MAX_FALLS) restore(join(working, file), name)
      else giveUp(name, join(working, file))
    }
    for (const file of names(folder))
      if (file.endsWith('.tmp') && isLeft(file.split('.')[1], now)) rmSync(join(folder, file), { force: true })
  }

  function restore(file: string, name: string): void {
    const payload = payloadName(file)
    if (payload !== undefined) moved(file, join(payloadsFolder(dataDir), payload))
    else if (changedAt(join(folder, `${name}.json`)) > 0) rmSync(file, { force: true })
    else moved(file, join(folder, `${name}.json`))
  }

  /** Also gives up a newer job of the same name, which reads the same transcript. */
  function giveUp(name: string, file: string): void {
    const waiting = join(folder, `${name}.json`)
    const job = readJob(waiting) ?? readJob(file) ?? { ...NO_JOB, at: Date.now() }
    aside.put(file, { ...job, why: ENDED })
    rmSync(file, { force: true })
    rmSync(waiting, { force: true })
    fallen.forget(name)
  }

  return { comeBack, restore }
}

/** The name by which a hook had left a claimed file; undefined for one that the spool wrote. */
function payloadName(file: string): string | undefined {
  const [, owner, engine, event, ending] = basename(file).split('.')
  return ending === 'payload' ? `${engine}.${event}.${owner}` : undefined
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    if (changedAt(from) === 0) return false
    makeFolder(dirname(to))
    return moved(from, to)
  }
}

/** Modification time of a file in Unix ms; 0 if it does not exist. */
function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
