import { lstat, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { absent, cannot, syncFolder, writeNewFile } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'

/** Writes one extra copy of a skill's SKILL.md, replacing what is there only if `ours` says so of its text. */
export async function writeCopy(
  file: string,
  text: string,
  newId: () => string,
  ours: (text: string) => Promise<boolean>,
): Promise<void> {
  try {
    makeFolder(dirname(file))
    if (!(await isOurCopy(file, ours)))
      throw new WaylandError('not_ours', `${file} was not written by wayland-core, or was changed since`)
    await sweepTemporaries(file)
    const temporary = `${temporariesOf(file)}${newId()}`
    try {
      await writeNewFile(temporary, text)
      await rename(temporary, file)
    } finally {
      await rm(temporary, { force: true }).catch(() => {})
    }
    await syncFolder(dirname(file))
  } catch (error) {
    throw cannot('write', file, error)
  }
}

/** Removes a copy if `ours` says so of its text, and its folder where nothing else is in it. */
export async function removeCopy(file: string, ours: (text: string) => Promise<boolean>): Promise<void> {
  try {
    const there = await lstat(file).catch(absent)
    if (there?.isFile() !== true || !(await ours(await readFile(file, 'utf8')))) return
    await rm(file)
    await rmdir(dirname(file)).catch(() => {})
  } catch (error) {
    throw cannot('remove', file, error)
  }
}

/** Whether a copy may be written: over one of ours, or into a folder with nothing in it. */
async function isOurCopy(file: string, ours: (text: string) => Promise<boolean>): Promise<boolean> {
  if (!(await lstat(dirname(file))).isDirectory()) return false
  const there = await lstat(file).catch(() => undefined)
  if (there !== undefined) return there.isFile() && (await ours(await readFile(file, 'utf8')))
  return (await readdir(dirname(file))).every((name) => join(dirname(file), name).startsWith(temporariesOf(file)))
}

const temporariesOf = (file: string): string => join(dirname(file), `.${basename(file)}.`)

/** What interrupted writes of a copy left beside it. */
async function sweepTemporaries(file: string): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    const path = join(dirname(file), name)
    if (path.startsWith(temporariesOf(file))) await rm(path, { force: true })
  }
}
