import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { appendFile, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { absent, cannot, type SkillFiles, syncFolder, writeSkillFolder } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { readSkillFolder } from './read-skill-folder.ts'
import { replaceFile } from './replace-file.ts'

/** The copies of skills that run at their time, and what the runs printed; nothing else reads this folder. */
export interface ScheduledFolder {
  /** Puts a copy under a name, in place of one that is there; files that are executable in `like` become so. */
  put(name: string, files: SkillFiles, like: string): Promise<void>
  /** Files and path of a copy; undefined where there is none. */
  read(name: string): Promise<{ readonly files: ReadonlyMap<string, Uint8Array>; readonly path: string } | undefined>
  /** Moves a copy to the archive beside the copies; nothing where there is none. */
  archive(name: string, as: string): Promise<void>
  /** Adds to what a run printed; it is there also where this process is killed next. */
  appendLog(log: string, text: string): Promise<void>
  /** Replaces it. */
  saveLog(log: string, text: string): Promise<void>
  /** What a run printed; undefined where its log is gone. */
  readLog(log: string): Promise<string | undefined>
  dropLogs(logs: readonly string[]): void
  /** Where the log of a run is. */
  logPath(log: string): string
}

/** `root` is created when it is first written to. */
export function openScheduledFolder(root: string): ScheduledFolder {
  const [copies, archived, logs] = [join(root, 'skills'), join(root, 'archive'), join(root, 'logs')]
  const at = (name: string) => join(copies, basename(name))
  /** What a copy that is being replaced is called; a process may have been killed between two renames. */
  const before = (name: string) => join(copies, `.${basename(name)}.before`)

  async function putBack(name: string): Promise<void> {
    if (!existsSync(at(name)) && existsSync(before(name))) await rename(before(name), at(name)).catch(absent)
  }

  return {
    async put(name, files, like) {
      const part = join(copies, `.${basename(name)}.${randomUUID()}`)
      try {
        makeFolder(copies)
        await putBack(name)
        await rm(before(name), { recursive: true, force: true })
        await writeSkillFolder(part, files, like)
        if (existsSync(at(name))) await rename(at(name), before(name))
        await rename(part, at(name))
        await rm(before(name), { recursive: true, force: true })
        await syncFolder(copies)
      } catch (error) {
        throw cannot('write', at(name), error)
      } finally {
        await rm(part, { recursive: true, force: true }).catch(() => {})
      }
    },
    async read(name) {
      await putBack(name)
      const found = await readSkillFolder(at(name))
      return found && { files: found.files, path: at(name) }
    },
    async archive(name, as) {
      await putBack(name)
      if (!existsSync(at(name))) return
      makeFolder(archived)
      await rename(at(name), join(archived, basename(as)))
    },
    async appendLog(log, text) {
      makeFolder(logs)
      await appendFile(join(logs, basename(log)), text, { mode: 0o600 })
    },
    async saveLog(log, text) {
      makeFolder(logs)
      await replaceFile(join(logs, basename(log)), text, { mode: 0o600 })
    },
    readLog: async (log) => await readFile(join(logs, basename(log)), 'utf8').catch(absent),
    dropLogs(names) {
      for (const name of names) rmSync(join(logs, basename(name)), { force: true })
    },
    logPath: (log) => join(logs, basename(log)),
  }
}
