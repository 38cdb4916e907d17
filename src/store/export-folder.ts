import { realpath, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { absent } from './folder-files.ts'
import { insistInside } from './insist-inside.ts'
import { openSkillFolder, type SkillFolder } from './skill-folder.ts'

/** A folder of skills that belongs to an engine: ours in it are written and removed as in our own. */
export interface ExportFolder
  extends Pick<SkillFolder, 'root' | 'publish' | 'retract' | 'read' | 'list' | 'hasLeftovers' | 'sweep'> {
  /** Removes the place where copies are made, when nothing lies there; with `root` the folder and the one around it, too. */
  tidy(how: { readonly root: boolean }): Promise<void>
}

export interface ExportFolderOptions {
  readonly root: string
  /** A project's folder, which the root must not lead out of; null where it is the person's own. */
  readonly within: string | null
  readonly newId: () => string
  readonly pid: number
  readonly alive: (pid: number) => boolean
}

/** Opens an engine's folder of skills; undefined where the project is gone. Throws `refused` where a link leads out of it. */
export async function openExportFolder({
  root,
  within,
  ...process
}: ExportFolderOptions): Promise<ExportFolder | undefined> {
  if (within !== null && (await realpath(within).catch(absent)) === undefined) return undefined
  if (within !== null) await insistInside(root, within)
  // Beside the folder that is scanned and not in it, so that nothing half made is ever found.
  const staging = join(dirname(root), '.wayland-core')
  const folder = openSkillFolder({ root, staging, archive: staging, ...process })
  return {
    ...folder,
    tidy: async ({ root: isAll }) => {
      // The folder around them may have been made for them, too; one that holds anything else stays.
      for (const path of isAll ? [staging, root, dirname(root)] : [staging]) await rmdir(path).catch(() => {})
    },
  }
}
