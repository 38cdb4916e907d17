import { existsSync, lstatSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from './folder-files.ts'
import { replaceFile } from './replace-file.ts'
import { openProcessLock } from './sqlite/process-lock.ts'

/** One path that is replaced: what comes lies ready on the same file system; what is there is kept under a name of its own. */
export interface Replaced {
  readonly ready: string
  readonly path: string
  readonly kept: string
  /** Ends of the names of files beside `path` that belong to it: they go where it goes, and none comes. */
  readonly with?: readonly string[]
}

/** Several paths that are replaced together: all of them or none, whenever the process is killed. */
export interface Replacing {
  readonly steps: readonly Replaced[]
  /** What may go when all is done. */
  readonly rest: readonly string[]
}

const LOCK_PATIENCE_MS = 30_000

/** Commits to a replacement by writing its plan, synced, to `note`; from then on it is finished by whoever comes first. */
export async function replaceAll(note: string, replacing: Replacing): Promise<void> {
  await replaceFile(note, JSON.stringify(replacing), { mode: 0o600 })
  await finishReplacing(note)
}

/** Finishes what a process that was killed had committed to. Whether there was anything. */
export async function finishReplacing(note: string): Promise<boolean> {
  if (!existsSync(note)) return false
  const { lock, close } = openProcessLock(`${note}.lock`, LOCK_PATIENCE_MS)
  try {
    return await lock(async () => {
      if (!existsSync(note)) return false
      const { steps, rest } = JSON.parse(readFileSync(note, 'utf8')) as Replacing
      for (const step of steps) await replace(step)
      for (const path of rest) rmSync(path, { recursive: true, force: true })
      rmSync(note)
      await syncFolder(dirname(note))
      return true
    })
  } finally {
    close()
    rmSync(`${note}.lock`, { force: true })
  }
}

/** Every step can be done again: what came is not ready any more. */
async function replace({ ready, path, kept, with: ends = [] }: Replaced): Promise<void> {
  if (!isThere(ready)) return
  const away = ['', ...ends].some((end) => isThere(kept + end)) && isThere(path) ? unused(kept) : kept
  for (const end of ['', ...ends]) if (isThere(path + end)) renameSync(path + end, away + end)
  renameSync(ready, path)
  await syncFolder(dirname(path))
}

/** Where a command made it anew between two tries. */
function unused(path: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? path : `${path}-${n}`
    if (!isThere(name)) return name
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
