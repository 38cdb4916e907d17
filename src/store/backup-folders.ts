import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cannot, namesIn, syncFolder, writeNewFile } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { type BackedUp, type BackupPlace, PLACES } from './sqlite/backup-file.ts'

export type HomeFolders = Readonly<Record<BackupPlace, string>>

/**
 * Yields every file of the folders. A skill folder that is a link is followed; other links, hard ones in skills, pipes, devices
 * and names that are no UTF-8 are reported to `left` and skipped.
 */
export function* filesOf(folders: HomeFolders, left: (path: string) => void): Generator<BackedUp> {
  for (const place of PLACES) yield* below(place, folders[place], '', left)
}

function* below(place: BackupPlace, folder: string, prefix: string, left: (path: string) => void): Generator<BackedUp> {
  for (const name of namesIn(folder).toSorted()) {
    const at = join(folder, name)
    const path = prefix === '' ? name : `${prefix}/${name}`
    const info = lstatSync(at, GONE)
    const isSkillLink = prefix === '' && info?.isSymbolicLink() === true && isFolder(at)
    if (isSkillLink) yield* below(place, realpathSync(at), path, left)
    else if (info?.isDirectory() === true) yield* below(place, at, path, left)
    else if (info?.isFile() === true && (place !== 'skills' || info.nlink === 1)) {
      const bytes = bytesOf(at)
      if (bytes !== undefined) yield { place, path, isExecutable: (info.mode & 0o100) !== 0, bytes }
    } else if (info !== undefined || name.includes(NO_UTF8)) left(at)
  }
}

/** What Node reads in place of bytes that are no UTF-8: no file is found under such a name. */
const NO_UTF8 = '\u{fffd}'

/** Logs and copies of scheduled skills come and go while the folders are read. */
const GONE = { throwIfNoEntry: false } as const

const isFolder = (path: string): boolean => statSync(path, GONE)?.isDirectory() === true

function bytesOf(path: string): Uint8Array | undefined {
  try {
    return new Uint8Array(readFileSync(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cannot('read', path, error)
  }
}

/** Writes one file of a backup below its folder: fails if it exists, and syncs it. */
export async function writeBackedUp(
  folders: HomeFolders,
  { place, path, isExecutable, bytes }: BackedUp,
): Promise<void> {
  const file = join(folders[place], path)
  makeFolder(dirname(file))
  await writeNewFile(file, bytes, isExecutable ? 0o700 : 0o600)
}

/** Syncs a folder and all folders below it, so that the file names survive a power cut. */
export async function syncBelow(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncBelow(join(folder, entry.name))
  await syncFolder(folder)
}
