import { lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exists, modeLike, syncFolder, writeNewFile } from './folder-files.ts'
import { readSkillFolder } from './read-skill-folder.ts'

/** The paths that a move across file systems uses. */
export interface MovePaths {
  /** The copy in progress. */
  readonly part: string
  /** The original while it is deleted. */
  readonly gone: string
  /**
   * A file that stands from before the copy until nothing of the move is left over. An interrupted deletion is left to
   * the process that finds it, see `finishMove`.
   */
  readonly note: string
}

/**
 * Moves a folder; across file systems it is copied completely before it gets its name, so that no visible folder is ever
 * incomplete. `away` is the one of the two paths that lies in the archive: the note names it.
 */
export async function moveFolder(
  from: string,
  to: string,
  { part, gone, note, away }: MovePaths & { readonly away: string },
): Promise<void> {
  try {
    await rename(from, to)
    return await syncFolder(dirname(to))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
  }
  await writeNewFile(note, away)
  await syncFolder(dirname(note))
  await rm(part, { recursive: true, force: true })
  await copyFolder(from, part)
  await rename(part, to)
  await syncFolder(dirname(to))
  try {
    await rename(from, gone)
    await rm(gone, { recursive: true })
    await rm(note)
  } catch (error) {
    // What was put away must not stand under its name as well; of what came back a second copy in the archive may wait.
    if (to === away) throw error
  }
}

export const partOf = (away: string): string => `${away}.part`
export const goneOf = (away: string): string => `${away}.gone`

/**
 * Deletes what an interrupted move left in the archive: the unfinished copy, the original half deleted, or the original
 * whole, if the same bytes stand under the skill's name. Throws the error of the file system; the note then stays.
 */
export async function finishMove(note: string, isAway: (path: string) => boolean, target: string): Promise<void> {
  const away = await readFile(note, 'utf8')
  // A note that was cut off names nothing: nothing had been moved yet.
  if (isAway(away)) {
    await rm(partOf(away), { recursive: true, force: true })
    if (exists(away) && (await isSame(away, target))) await rename(away, goneOf(away))
    await rm(goneOf(away), { recursive: true, force: true })
  }
  await rm(note)
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [kept, back] = [await readSkillFolder(one), await readSkillFolder(other)]
  return kept !== undefined && kept.digest === back?.digest
}

/** Copies a folder file by file: links as links, with the executable bit. */
async function copyFolder(from: string, to: string): Promise<void> {
  if ((await lstat(from)).isSymbolicLink()) return await symlink(await readlink(from), to)
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isFile()) await writeNewFile(target, await readFile(source), modeLike(await lstat(source)))
    else if (entry.isDirectory() || entry.isSymbolicLink()) await copyFolder(source, target)
  }
  await syncFolder(to)
}
