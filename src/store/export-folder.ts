import { realpath, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { absent } from './folder-files.ts'
import { insistInside } from './insist-inside.ts'
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

/**
 * Opens an engine's skill folder; undefined if the project is missing. Throws `refused` if a link leads out of the
 * project.
 */
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
