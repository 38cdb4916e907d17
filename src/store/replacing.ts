import { existsSync, lstatSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from './folder-files.ts'
import { replaceFile } from './replace-file.ts'
import { openProcessLock } from './sqlite/process-lock.ts'

/** One path to replace: the new content is ready on the same file system, the old one is kept under another name. */
export interface Replaced {
  readonly ready: string
  readonly path: string
  readonly kept: string
  /** Suffixes of files beside `path` that belong to it: they move with the old content. */
  readonly with?: readonly string[]
}

/** Several paths that are replaced together, atomically even if the process is killed. */
export interface Replacing {
  readonly steps: readonly Replaced[]
  /** Paths to delete at the end. */
  readonly rest: readonly string[]
}

const LOCK_PATIENCE_MS = 30_000

/**
 * Commits to a replacement by writing its plan, synced, to `note`; from then on any process can finish it. The file of the
 * lock stays: if it were deleted, a process that creates it anew would hold it beside those that wait for it.
 */
export async function replaceAll(note: string, lockFile: string, replacing: Replacing): Promise<void> {
  await replaceFile(note, JSON.stringify(replacing), { mode: 0o600 })
  await finishReplacing(note, lockFile)
}

/** Finishes a replacement whose process was killed after the commit; returns whether there was one. */
export async function finishReplacing(note: string, lockFile: string): Promise<boolean> {
  if (!existsSync(note)) return false
  const { lock, close } = openProcessLock(lockFile, LOCK_PATIENCE_MS)
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
  }
}

/** Idempotent: once moved, the new content is no longer ready. */
async function replace({ ready, path, kept, with: ends = [] }: Replaced): Promise<void> {
  if (!isThere(ready)) return
  const away = ['', ...ends].some((end) => isThere(kept + end)) && isThere(path) ? unused(kept) : kept
  for (const end of ['', ...ends]) if (isThere(path + end)) renameSync(path + end, away + end)
  renameSync(ready, path)
  await syncFolder(dirname(path))
}

/** A free name, in case a command created the path between two attempts. */
function unused(path: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? path : `${path}-${n}`
    if (!isThere(name)) return name
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
