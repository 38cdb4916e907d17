import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { absent, cannot } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'

/** Work in several steps of which each may be the last: who begins it says so, and who comes after a kill finishes it. */
export interface Unfinished {
  /** This process begins. Throws `storage_unavailable`. */
  begin(): void
  /** It came to its end. */
  end(): void
  /** Whether a process that is gone left any. */
  left(): boolean
  /** What was left is done. */
  clear(): void
}

/** A file for each process that is at it, named by its number, in a folder of the work's own. */
export function openUnfinished(folder: string, pid: number, alive: (pid: number) => boolean): Unfinished {
  /** Its own number on an earlier file was another process's: it has only just begun. */
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
      // Then the next start looks once more at what is done, and finds it so.
    }
  }

  return {
    begin() {
      try {
        makeFolder(folder)
        writeFileSync(join(folder, `${pid}`), '', { mode: 0o600 })
      } catch (error) {
        throw cannot('write', folder, error)
      }
    },
    end: () => remove(`${pid}`),
    left: () => ofTheGone().length > 0,
    clear: () => ofTheGone().forEach(remove),
  }
}
