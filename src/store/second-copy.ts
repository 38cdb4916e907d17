import { lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { absent, cannot } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { replaceFile, sweepParts } from './replace-file.ts'

/**
 * Writes a copy of a skill's SKILL.md, replacing an existing one only if `ours` accepts its text. The temporary file
 * lies in `partsIn`, so that an interrupted write leaves nothing beside the copy.
 */
export async function writeCopy(file: string, text: string, partsIn: string, ours: Ours): Promise<void> {
  try {
    makeFolder(dirname(file))
    if (!(await isOurCopy(file, ours)))
      throw new WaylandError('not_ours', `${file} was not written by wayland-core, or was changed since`)
    makeFolder(partsIn)
    await replaceFile(file, text, { partsIn })
  } catch (error) {
    throw cannot('write', file, error)
  }
}

/** Deletes temporary files of ended processes. */
export function sweepCopies(partsIn: string): void {
  sweepParts(join(partsIn, 'SKILL.md'))
}

/** Deletes a copy if `ours` accepts its text, and its folder if nothing else is in it. */
export async function removeCopy(file: string, ours: Ours): Promise<void> {
  try {
    const there = await lstat(file).catch(absent)
    if (there?.isFile() !== true || !(await ours(await readFile(file, 'utf8')))) return
    await rm(file)
    await rmdir(dirname(file)).catch(() => {})
  } catch (error) {
    throw cannot('remove', file, error)
  }
}

/** Whether a copy may be written: over one of ours, or into an empty folder. */
async function isOurCopy(file: string, ours: Ours): Promise<boolean> {
  if (!(await lstat(dirname(file))).isDirectory()) return false
  const there = await lstat(file).catch(() => undefined)
  if (there !== undefined) return there.isFile() && (await ours(await readFile(file, 'utf8')))
  return (await readdir(dirname(file))).length === 0
}

type Ours = (text: string) => Promise<boolean>
