import { lstat, opendir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'

/**
 * The transcript files at a path: the file itself, or every regular `.jsonl` and `.json` file below the folder, sorted.
 * Links inside the folder are not followed. Throws `not_found` when nothing is there.
 */
export async function* filesBelow(path: string): AsyncGenerator<FileBelow, void, undefined> {
  const info = await stat(path).catch((cause: unknown) => {
    throw new WaylandError('not_found', `Nothing is at ${path}`, { cause })
  })
  if (info.isFile()) yield { path, size: info.size }
  else if (info.isDirectory()) yield* walk(await realpath(path), 0)
}

export interface FileBelow {
  readonly path: string
  readonly size: number
}

const MAX_DEPTH = 24

async function* walk(folder: string, depth: number): AsyncGenerator<FileBelow, void, undefined> {
  const names = await namesIn(folder)
  for (const name of names) {
    const path = join(folder, name)
    const info = await lstat(path).catch(() => undefined)
    if (info?.isDirectory() === true && depth < MAX_DEPTH) yield* walk(path, depth + 1)
    else if (info?.isFile() === true && /\.jsonl?$/i.test(name)) yield { path, size: info.size }
  }
}

/** Sorted names; none when the folder may not be read or went away. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names: string[] = []
  try {
    for await (const entry of await opendir(folder)) names.push(entry.name)
  } catch {
    return []
  }
  return names.sort()
}
