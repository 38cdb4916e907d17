import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { absent, orCannot } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'

export type Unfinished = ReturnType<typeof openUnfinished>

/**
 * A marker for work in several steps: set before it begins, so that the next process finishes it after a kill. One file for
 * each working process, named by its id, in a folder of its own.
 */
export function openUnfinished(folder: string, pid: number, alive: (pid: number) => boolean) {
  /** A file with this process's own id is of an earlier process with the same id, since this one has not begun. */
  function ofTheGone(): readonly string[] {
    try {
      return readdirSync(folder).filter((name) => Number(name) === pid || !alive(Number(name)))
    } catch (error) {
      return absent(error) ?? []
    }
  }

  function remove(name: string): void {
    try {
      rmSync(join(folder, name), { force: true })
    } catch {
      // The next start then checks finished work once more.
    }
  }

  return {
    /** Sets this process's marker. Throws `storage_unavailable`. */
    begin(): void {
      orCannot('write', folder, () => {
        makeFolder(folder)
        writeFileSync(join(folder, `${pid}`), '', { mode: 0o600 })
      })
    },
    /** Removes this process's marker. */
    end: () => remove(`${pid}`),
    /** Whether an ended process left a marker. */
    left: () => ofTheGone().length > 0,
    /** Removes the markers of ended processes. */
    clear: () => ofTheGone().forEach(remove),
  }
}
