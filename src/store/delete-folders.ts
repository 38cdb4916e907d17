import { accessSync, constants, lstatSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cannot, infoOf } from './folder-files.ts'

/**
 * Deletes folders with what is in them. Whether each of them can be deleted is looked at first, so that one that cannot
 * leaves all of them whole. Throws `storage_unavailable`.
 */
export async function deleteFolders(paths: readonly string[]): Promise<void> {
  for (const path of paths)
    try {
      await insistOnRights(path)
    } catch (error) {
      throw cannot('delete', path, error)
    }
  for (const path of paths)
    try {
      await rm(path, { recursive: true, force: true })
    } catch (error) {
      throw cannot('delete', path, error)
    }
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
