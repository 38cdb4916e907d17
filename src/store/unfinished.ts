import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { absent, orCannot } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'

/** A marker for work in several steps: set before it begins, so that the next process finishes it after a kill. */
export interface Unfinished {
  /** Sets this process's marker. Throws `storage_unavailable`. */
  begin(): void
  /** Removes this process's marker. */
  end(): void
  /** Whether an ended process left a marker. */
  left(): boolean
  /** Removes the markers of ended processes. */
  clear(): void
}

/** One file for each working process, named by its id, in a folder of its own. */
export function openUnfinished(folder: string, pid: number, alive: (pid: number) => boolean): Unfinished {
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
    begin() {
      orCannot('write', folder, () => {
        makeFolder(folder)
        writeFileSync(join(folder, `${pid}`), '', { mode: 0o600 })
      })
    },
    end: () => remove(`${pid}`),
    left: () => ofTheGone().length > 0,
    clear: () => ofTheGone().forEach(remove),
  }
}
