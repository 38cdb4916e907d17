import { statSync } from 'node:fs'
import { lockFile } from './address.ts'

/**
 * Returns a check of whether data folder and lock file are still the same by device and inode: undefined, or which one
 * was deleted, moved or replaced. Otherwise no command would find or stop the daemon, and a second one could start.
 */
export function watchDataFolder(dataDir: string): () => string | undefined {
  const made = [dataDir, lockFile(dataDir)].map((path) => ({ path, number: inodeOf(path) }))
  return () => {
    const lost = made.find(({ path, number }) => inodeOf(path) !== number)
    return lost && `${lost.path} was deleted, moved or replaced`
  }
}

/** Device and inode of the file at a path, as `device:inode`; undefined where there is none. */
export function inodeOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
