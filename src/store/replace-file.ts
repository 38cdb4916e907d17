import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { listed } from '../platform/listed.ts'
import { processIsAlive } from '../platform/process.ts'
import { syncFolder, writeNewFile } from './folder-files.ts'

export interface Replacement {
  readonly mode?: number
  /** Called before the final rename: throws if the file must stay as it is. */
  readonly insist?: () => Promise<unknown>
  /** Folder for the temporary file, on the same file system; default: the file's own. */
  readonly partsIn?: string
}

/**
 * Replaces a file atomically and durably. The text is written under a temporary name that holds the process id;
 * temporary files of ended processes are deleted.
 */
export async function replaceFile(
  path: string,
  text: string,
  { mode, insist, partsIn }: Replacement = {},
): Promise<void> {
  const folder = dirname(path)
  const parts = partsIn ?? folder
  const part = join(parts, `.${basename(path)}.${process.pid}-${randomUUID()}${TEMPORARY}`)
  sweepParts(join(parts, basename(path)))
  try {
    await writeNewFile(part, text, mode)
    // The umask may have removed bits of the mode.
    if (mode !== undefined) await chmod(part, mode)
    await insist?.()
    await rename(part, path)
  } finally {
    await rm(part, { force: true }).catch(() => {})
  }
  await syncFolder(folder)
}

/** Deletes temporary files of ended processes for this path; best effort. */
export function sweepParts(path: string): void {
  const beginning = `.${basename(path)}.`
  for (const name of listed(dirname(path))) {
    const owner = name.startsWith(beginning) ? PART.exec(name.slice(beginning.length))?.[1] : undefined
    if (owner !== undefined && !processIsAlive(Number(owner))) removeQuietly(join(dirname(path), name))
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A leftover temporary file does no harm.
  }
}

const TEMPORARY = '.tmp'
const PART = /^(\d+)-[0-9a-f-]{36}\.tmp$/
