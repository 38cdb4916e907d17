import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing, for the user alone; throws what the file system says. Node's own
 * recursive mkdir does not come back where making answers that nothing is there, as below /proc (seen on Node 20.20).
 */
export function makeFolder(folder: string): void {
  const above = dirname(folder)
  if (!existsSync(above) && above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // There already, or made by another process meanwhile.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
