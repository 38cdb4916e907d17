import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { chmod, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { processIsAlive } from '../platform/alive.ts'
import { syncFolder, writeNewFile } from './folder-files.ts'

export interface Replacement {
  readonly mode?: number
  /** Called when all is ready but the name: throws where the file must stay as it is. */
  readonly insist?: () => Promise<unknown>
  /** Folder of the same file system in which the text is written before it gets its name; that of the file by default. */
  readonly partsIn?: string
}

/**
 * Puts a text in the place of a file, whole or not at all, durably. It is written beside it under a name of this process's
 * own; what processes that are gone left of writing the same file goes with it.
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
    // Not all of the mode may have been given: the process's mask takes from it.
    if (mode !== undefined) await chmod(part, mode)
    await insist?.()
    await rename(part, path)
  } finally {
    await rm(part, { force: true }).catch(() => {})
  }
  await syncFolder(folder)
}

/** Removes what processes that are gone left of writing a file, or files of this name; best effort. */
export function sweepParts(path: string): void {
  const beginning = `.${basename(path)}.`
  for (const name of namesIn(dirname(path))) {
    const owner = name.startsWith(beginning) ? PART.exec(name.slice(beginning.length))?.[1] : undefined
    if (owner !== undefined && !processIsAlive(Number(owner))) removeQuietly(join(dirname(path), name))
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // It is in nobody's way.
  }
}

const TEMPORARY = '.tmp'
const PART = /^(\d+)-[0-9a-f-]{36}\.tmp$/
