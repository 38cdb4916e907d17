import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Job } from './job.ts'

/** The folder of a data folder in which jobs wait, one file each. */
export const spoolFolder = (dataDir: string): string => join(dataDir, 'spool')

/**
 * Puts a job in, mode 0600; one of the same name takes its place. `pid` is this process. It outlives its process, and with
 * `flushed` a power cut too. Throws when it cannot be written.
 */
export const putJob = (dataDir: string, pid: number, name: string, job: Job, flushed: boolean): void =>
  writeJob(spoolFolder(dataDir), join(spoolFolder(dataDir), `${name}.json`), job, freshName(pid), flushed)

/** Writes a job's file, whole or not at all, by way of a file of the name `fresh` in the spool's folder. */
export function writeJob(folder: string, file: string, job: Job, fresh: string, flushed: boolean): void {
  const draft = join(folder, `.${fresh}.tmp`)
  try {
    createFile(folder, draft, JSON.stringify(job))
    if (flushed) flush(draft)
    renameSync(draft, file)
    // The folders above, because they may be new.
    if (flushed) for (const above of new Set([dirname(file), folder, dirname(folder)])) flush(above)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Has the disk keep a file, or the names in a folder. Windows cannot do the latter, and keeps them in a journal of its own. */
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

/** A name that no other process takes: its own, the time, and a number. */
export const freshName = (pid: number, now = Date.now()): string => `${pid}-${now}-${count++}`

function createFile(folder: string, file: string, text: string): void {
  try {
    // One call of the system's for all three steps, which a hook would have to load one by one.
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    makeFolder(folder)
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  }
}

/** A folder and those above it. Not by `recursive`, which never comes back from where none can be made, such as /proc. */
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
