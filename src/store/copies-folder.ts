import { lstat, readdir, readFile, realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { absent, orCannot } from './folder-files.ts'
import { insistInside } from './insist-inside.ts'
import { makeFolder } from './make-folder.ts'
import { replaceFile, sweepParts } from './replace-file.ts'
import { openSkillFolder, type SkillFolder } from './skill-folder.ts'

/** An engine's skill folder, in which this program's copies are written and removed like its own skills. */
export interface ExportFolder
  extends Pick<SkillFolder, 'root' | 'publish' | 'retract' | 'read' | 'list' | 'hasLeftovers' | 'sweep'> {
  /** Removes the staging folder if it is empty; with `root` also the skill folder and its parent, if empty. */
  tidy(how: { readonly root: boolean }): Promise<void>
}

export interface ExportFolderOptions {
  readonly root: string
  /** The project that the root must not lead out of through links; null for the user's home. */
  readonly within: string | null
  readonly newId: () => string
  readonly pid: number
  readonly alive: (pid: number) => boolean
}

/** Opens an engine's skill folder; undefined without the project. Throws `refused` if a link leads out of it. */
export async function openExportFolder({
  root,
  within,
  ...process
}: ExportFolderOptions): Promise<ExportFolder | undefined> {
  if (within !== null && (await realpath(within).catch(absent)) === undefined) return undefined
  if (within !== null) await insistInside(root, within)
  // Beside the folder that agents scan, so that no incomplete skill is found.
  const staging = join(dirname(root), '.wayland-core')
  const folder = openSkillFolder({ root, staging, archive: staging, ...process })
  return {
    ...folder,
    tidy: async ({ root: isAll }) => {
      // The parent folder may have been created for the copies; if it holds anything else, it stays.
      for (const path of isAll ? [staging, root, dirname(root)] : [staging]) await rmdir(path).catch(() => {})
    },
  }
}

/**
 * Writes a copy of a skill's SKILL.md, replacing an existing one only if `ours` accepts its text. The temporary file
 * lies in `partsIn`, so that an interrupted write leaves nothing beside the copy.
 */
export async function writeCopy(file: string, text: string, partsIn: string, ours: Ours): Promise<void> {
  await orCannot('write', file, async () => {
    makeFolder(dirname(file))
    if (!(await isOurCopy(file, ours)))
      throw new WaylandError('not_ours', `${file} was not written by wayland-core, or was changed since`)
    makeFolder(partsIn)
    await replaceFile(file, text, { partsIn })
  })
}

/** Deletes temporary files of ended processes. */
export function sweepCopies(partsIn: string): void {
  sweepParts(join(partsIn, 'SKILL.md'))
}

/** Deletes a copy if `ours` accepts its text, and its folder if nothing else is in it. */
export async function removeCopy(file: string, ours: Ours): Promise<void> {
  return await orCannot('remove', file, async () => {
    const there = await lstat(file).catch(absent)
    if (there?.isFile() !== true || !(await ours(await readFile(file, 'utf8')))) return
    await rm(file)
    await rmdir(dirname(file)).catch(() => {})
  })
}

/** Whether a copy may be written: over one of ours, or into an empty folder. */
async function isOurCopy(file: string, ours: Ours): Promise<boolean> {
  if (!(await lstat(dirname(file))).isDirectory()) return false
  const there = await lstat(file).catch(() => undefined)
  if (there !== undefined) return there.isFile() && (await ours(await readFile(file, 'utf8')))
  return (await readdir(dirname(file))).length === 0
}

type Ours = (text: string) => Promise<boolean>
