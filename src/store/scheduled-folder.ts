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

export type ScheduledFolder = ReturnType<typeof openScheduledFolder>

/**
 * The copies of skills that run at their time, and what the runs printed; nothing else reads this folder. `root` is created
 * when it is first written to.
 */
export function openScheduledFolder(root: string) {
  const [archive, logs] = [join(root, 'archive'), join(root, 'logs')]
  const copies = openSkillFolder({
    ...{ root: join(root, 'skills'), staging: join(root, 'staging'), archive },
    ...{ newId: randomUUID, pid: process.pid, alive: processIsAlive },
  })

  return {
    /** Puts a copy under a name, in place of one that is there; files that are executable in `like` become so. */
    async put(name: string, files: SkillFiles, like: string): Promise<void> {
      await copies.putBackReplaced()
      const placed = await copies.publish(name, files, () => true, like)
      if (placed === 'foreign')
        throw new WaylandError('not_ours', `${join(copies.root, name)} is no copy that wayland-core made, and stays`)
    },
    /** Files and path of a copy; undefined where there is none. */
    async read(name: string) {
      await copies.putBackReplaced()
      return await copies.read(name)
    },
    /** Moves a copy to the archive beside the copies; nothing where there is none. */
    async archive(name: string, as: string): Promise<void> {
      await copies.putBackReplaced()
      await copies.withdraw(name, join(archive, basename(as)))
    },
    /** Adds to what a run printed; it is there also where this process is killed next. */
    async appendLog(log: string, text: string): Promise<void> {
      makeFolder(logs)
      await appendFile(join(logs, basename(log)), text, { mode: 0o600 })
    },
    /** Replaces it. */
    async saveLog(log: string, text: string): Promise<void> {
      makeFolder(logs)
      await replaceFile(join(logs, basename(log)), text, { mode: 0o600 })
    },
    /** What a run printed; undefined where its log is gone. */
    readLog: async (log: string) => await readFile(join(logs, basename(log)), 'utf8').catch(absent),
    dropLogs(names: readonly string[]): void {
      for (const name of names) rmSync(join(logs, basename(name)), { force: true })
    },
    logPath: (log: string) => join(logs, basename(log)),
  }
}
