import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { processIsAlive } from '../platform/process.ts'
import { absent } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { replaceFile } from './replace-file.ts'
import { openSkillFolder, type SkillFiles } from './skill-folder.ts'

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
  logPath(log: string): string
}

/** `root` is created when it is first written to. */
export function openScheduledFolder(root: string): ScheduledFolder {
  const [archive, logs] = [join(root, 'archive'), join(root, 'logs')]
  const copies = openSkillFolder({
    ...{ root: join(root, 'skills'), staging: join(root, 'staging'), archive },
    ...{ newId: randomUUID, pid: process.pid, alive: processIsAlive },
  })

  return {
    async put(name, files, like) {
      await copies.putBackReplaced()
      const placed = await copies.publish(name, files, () => true, like)
      if (placed === 'foreign')
        throw new WaylandError('not_ours', `${join(copies.root, name)} is no copy that wayland-core made, and stays`)
    },
    async read(name) {
      await copies.putBackReplaced()
      return await copies.read(name)
    },
    async archive(name, as) {
      await copies.putBackReplaced()
      await copies.withdraw(name, join(archive, basename(as)))
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
