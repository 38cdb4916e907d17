import { accessSync, constants, lstatSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { exists, infoOf, orCannot, safe } from './folder-files.ts'
import { type FolderState, readSkillFolder } from './read-skill-folder.ts'
import type { openStaging, StagingOptions } from './staging.ts'

/** Moves of skill folders into the archive and back. */
export function archiveOf(
  { root, archive }: StagingOptions,
  parts: Pick<ReturnType<typeof openStaging>, 'awayPath' | 'isAway' | 'move'> & {
    readonly occupied: (name: string) => Promise<boolean>
    readonly isRest: (name: string) => Promise<boolean>
  },
) {
  const { awayPath, isAway, move, occupied, isRest } = parts

  return {
    placeOfWithdrawn({ name, path }: { readonly name: string; readonly path: string }): string {
      const moved = join(archive, basename(path))
      const wasAway = basename(dirname(path)) === basename(archive) && isAway(moved)
      return wasAway ? moved : join(root, safe(name))
    },
    async withdraw(name: string, noted: string): Promise<string | undefined> {
      const from = join(root, safe(name))
      const to = noted.startsWith(archive + sep) ? noted : awayPath(name)
      return await orCannot('move away', from, async () => {
        if (!exists(from)) return exists(to) ? to : undefined
        const free = exists(to) ? awayPath(name) : to
        await move(from, free)
        return free
      })
    },
    async putBack(name: string, from: string): Promise<boolean> {
      return await orCannot('put back', from, async () => {
        if ((await occupied(name)) || !exists(from)) return false
        await move(from, join(root, safe(name)))
        return true
      })
    },
    async kept(path: string): Promise<FolderState | 'half' | 'nothing'> {
      return await orCannot('read', path, async () => {
        if (!exists(path)) return 'nothing'
        return (await readSkillFolder(path)) ?? 'half'
      })
    },
    async makeRoom(name: string): Promise<string | undefined> {
      const from = join(root, safe(name))
      if (!(await isRest(name))) return undefined
      return await orCannot('move away', from, async () => {
        const to = awayPath(name)
        await move(from, to)
        return to
      })
    },
    async remove(paths: readonly string[]): Promise<void> {
      const outside = paths.find((path) => !isAway(path))
      if (outside !== undefined)
        throw new WaylandError('refused', `${outside} does not lie in ${archive} and is not deleted`)
      await deleteFolders(paths)
    },
  }
}

/**
 * Deletes folders with what is in them. Whether each of them can be deleted is looked at first, so that one that cannot
 * leaves all of them whole. Throws `storage_unavailable`.
 */
async function deleteFolders(paths: readonly string[]): Promise<void> {
  for (const path of paths) await orCannot('delete', path, () => insistOnRights(path))
  for (const path of paths) await orCannot('delete', path, () => rm(path, { recursive: true, force: true }))
}

/** An entry can be deleted where its folder may be written; a folder, where it is empty and no file system lies on it. */
async function insistOnRights(path: string): Promise<void> {
  const info = infoOf(path)
  if (info === undefined) return
  accessSync(dirname(path), constants.W_OK | constants.X_OK)
  if (info.isDirectory()) await insistOnContent(path, info.dev)
}

async function insistOnContent(folder: string, device: number): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.length > 0) accessSync(folder, constants.W_OK | constants.X_OK)
  for (const entry of entries) {
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    if (lstatSync(path).dev !== device) throw new Error(`another file system is mounted at ${path}`)
    await insistOnContent(path, device)
  }
}
