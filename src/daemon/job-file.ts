import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Job } from './job.ts'

/** The folder of waiting jobs in a data folder, one file each. */
export const spoolFolder = (dataDir: string): string => join(dataDir, 'spool')

/**
 * Where `connect/hook.sh` leaves the payload of a run's end as `<engine>.<event>.<pid>`, which takes a fifth of the time of asking
 * the daemon (measured). While the folder is missing, it asks.
 */
export const payloadsFolder = (dataDir: string): string => join(spoolFolder(dataDir), 'payloads')

/**
 * Writes a job, mode 0600, replacing one of the same name. `pid` is this process. The file survives the process, and
 * with `flushed` a power cut. Throws if it cannot be written.
 */
export const putJob = (dataDir: string, pid: number, name: string, job: Job, flushed: boolean): void =>
  writeJob(spoolFolder(dataDir), join(spoolFolder(dataDir), `${name}.json`), job, freshName(pid), flushed)

/** Writes a job's file atomically, through a temporary file named `fresh` in the spool's folder. */
export function writeJob(folder: string, file: string, job: Job, fresh: string, flushed: boolean): void {
  const draft = join(folder, `.${fresh}.tmp`)
  try {
    createFile(folder, draft, JSON.stringify(job))
    if (flushed) flush(draft)
    renameSync(draft, file)
    // The parent folders may be new.
    if (flushed) for (const above of new Set([dirname(file), folder, dirname(folder)])) flush(above)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Writes a job over one that waits and differs from it in numbers alone, such as a later look at the same session: a cut
 * leaves one of the two, or a mixture that is a job too. False if another one waits, or none. To replace a file instead has
 * some file systems write it to the disk at once, and prompts would wait for that.
 */
export function writeOver(file: string, job: Job): boolean {
  const text = Buffer.from(JSON.stringify(job))
  let handle: number
  try {
    handle = openSync(file, 'r+')
  } catch {
    return false
  }
  try {
    const { ino, size } = fstatSync(handle)
    if (size !== text.length) return false
    const waiting = Buffer.alloc(size)
    readSync(handle, waiting, 0, size, 0)
    if (withoutNumbers(waiting) !== withoutNumbers(text)) return false
    writeSync(handle, text, 0, size, 0)
    // Another process may have claimed it meanwhile, and read it before.
    return statSync(file, { throwIfNoEntry: false })?.ino === ino
  } finally {
    closeSync(handle)
  }
}

const withoutNumbers = (text: Buffer): string => text.toString().replace(/\d/g, '0')

/** Syncs a file, or the names in a folder. Windows cannot sync folders; its file system journals names itself. */
function flush(path: string): void {
  if (process.platform === 'win32' && !path.endsWith('.tmp')) return
  const handle = openSync(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

let count = 0

/** A unique file name: process id, time and a counter. */
export const freshName = (pid: number, now = Date.now()): string => `${pid}-${now}-${count++}`

function createFile(folder: string, file: string, text: string): void {
  try {
    // One system call instead of three, whose functions a hook would load one by one.
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    makeFolder(folder)
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  }
}

/**
 * Creates a folder and its parents. Not with `recursive`, which never returns where none can be created, such as /proc.
 */
export function makeFolder(folder: string, again = true): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || !again) throw error
    makeFolder(dirname(folder))
    makeFolder(folder, false)
  }
}
