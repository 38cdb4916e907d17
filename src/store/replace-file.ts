import { randomUUID } from 'node:crypto'
import { chmod, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { processIsAlive } from '../alive.ts'
import { syncFolder, writeNewFile } from './folder-files.ts'

export interface Replacement {
  readonly mode?: number
  /** Called when all is ready but the name: throws where the file must stay as it is. */
  readonly insist?: () => Promise<unknown>
}

/**
 * Puts a text in the place of a file, whole or not at all, durably. It is written beside it under a name of this process's
 * own; what processes that are gone left of writing the same file goes with it.
 */
export async function replaceFile(path: string, text: string, { mode, insist }: Replacement = {}): Promise<void> {
  const folder = dirname(path)
  const part = join(folder, `.${basename(path)}.${process.pid}-${randomUUID()}${TEMPORARY}`)
  await sweepParts(path)
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

/** Removes what processes that are gone left of writing a file. */
export async function sweepParts(path: string): Promise<void> {
  const beginning = `.${basename(path)}.`
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    const owner = name.startsWith(beginning) ? PART.exec(name.slice(beginning.length))?.[1] : undefined
    if (owner !== undefined && !processIsAlive(Number(owner))) await rm(join(dirname(path), name), { force: true })
  }
}

const TEMPORARY = '.tmp'
const PART = /^(\d+)-[0-9a-f-]{36}\.tmp$/
