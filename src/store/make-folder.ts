import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents, mode 0700; throws the file system's error. Node's recursive mkdir does not
 * return where mkdir reports ENOENT, as below /proc (seen on Node 20.20).
 */
export function makeFolder(folder: string): void {
  const above = dirname(folder)
  if (!existsSync(above) && above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // It exists, or another process created it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Creates an empty file that only this user may read, if none is there. An existing one is not opened: closing a file releases
 * every lock that this process holds on it, those of other connections included.
 */
export function makeFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}
