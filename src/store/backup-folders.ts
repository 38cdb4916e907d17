import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolder, writeNewFile } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { type BackedUp, type BackupPlace, PLACES } from './sqlite/backup-file.ts'

/** Where the folders of a home lie. */
export type HomeFolders = Readonly<Record<BackupPlace, string>>

/**
 * Every file of the folders, read one by one. A skill's folder that is a link is read through it; other links, pipes and
 * devices are left out, and `left` is told of each.
 */
export function* filesOf(folders: HomeFolders, left: (path: string) => void): Generator<BackedUp> {
  for (const place of PLACES) yield* below(place, folders[place], '', left)
}

function* below(place: BackupPlace, folder: string, prefix: string, left: (path: string) => void): Generator<BackedUp> {
  for (const name of namesIn(folder)) {
    const at = join(folder, name)
    const path = prefix === '' ? name : `${prefix}/${name}`
    const isSkillLink = prefix === '' && lstatSync(at).isSymbolicLink() && isFolder(at)
    const there = isSkillLink ? realpathSync(at) : at
    const info = lstatSync(there)
    if (info.isDirectory()) yield* below(place, there, path, left)
    else if (info.isFile())
      yield { place, path, isExecutable: (info.mode & 0o100) !== 0, bytes: new Uint8Array(readFileSync(there)) }
    else left(at)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Writes one file of a backup below its place, exclusively, and synced. */
export async function writeBackedUp(
  folders: HomeFolders,
  { place, path, isExecutable, bytes }: BackedUp,
): Promise<void> {
  const file = join(folders[place], path)
  makeFolder(dirname(file))
  await writeNewFile(file, bytes, isExecutable ? 0o700 : 0o600)
}

/** Makes the names of all that lies below a folder durable. */
export async function syncBelow(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncBelow(join(folder, entry.name))
  await syncFolder(folder)
}
