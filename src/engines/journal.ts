import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from '../connect/agent-settings.ts'
import { fingerprint } from '../domain/digest.ts'
import { absent, namesIn, orCannot } from '../store/folder-files.ts'
import { makeFolder } from '../store/make-folder.ts'
import { replaceFile, sweepParts } from '../store/replace-file.ts'
import { CONNECTABLE } from './engines.ts'

/** What `install` did to an agent's files in one place. */
export interface Connection {
  readonly engine: string
  /** The project's folder; null for the person's own settings. */
  readonly project: string | null
  readonly files: readonly JournalFile[]
}

/** A note, and when it was written, in Unix ms. */
export interface NotedConnection extends Connection {
  readonly at: number
}

export interface JournalFile {
  readonly role: string
  readonly path: string
  /** The text from before our hooks; null where there was no file. */
  readonly before: string | null
  /** Digest of the text that was written. */
  readonly after: string
  /** The topmost folder that was made for it. */
  readonly madeFolder: string | null
}

export type Journal = ReturnType<typeof openJournal>

/** Which engines are connected, and what their files were before: one file each in a folder of the data folder. */
export function openJournal(dataDir: string) {
  const folder = join(dataDir, 'connect')
  const nameOf = (engine: string, project: string | null) =>
    `${engine}${project === null ? '' : `-${fingerprint(project)}`}`

  async function read(name: string): Promise<NotedConnection | undefined> {
    const text = await readFile(join(folder, name), 'utf8').catch(absent)
    try {
      const value = JSON.parse(text ?? '') as Connection
      return CONNECTABLE.includes(value.engine) && Array.isArray(value.files)
        ? { ...value, at: (await stat(join(folder, name))).mtimeMs }
        : undefined
    } catch {
      // A damaged note is ignored: hooks are then recognised by the command that they call.
      return undefined
    }
  }

  return {
    find: (engine: string, place: Place) => read(`${nameOf(engine, projectOf(place))}.json`),
    async all(): Promise<readonly NotedConnection[]> {
      const names = namesIn(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
      return (await Promise.all(names.map(read))).filter((one) => one !== undefined)
    },
    async note({ engine, project, files }: Connection): Promise<void> {
      const connection: Connection = { engine, project, files }
      const name = nameOf(engine, project)
      await orCannot('write', join(folder, `${name}.json`), async () => {
        makeFolder(folder)
        for (const { role, before } of files)
          if (before !== null) await replaceFile(join(folder, `${name}.${role}.before`), before)
        await replaceFile(join(folder, `${name}.json`), `${JSON.stringify(connection, null, 2)}\n`)
      })
    },
    async forget(engine: string, place: Place): Promise<void> {
      const name = nameOf(engine, projectOf(place))
      const known = await read(`${name}.json`)
      const befores = (known?.files ?? []).map(({ role }) => `${name}.${role}.before`)
      // The note goes last: until then a second uninstall finds the other files.
      for (const file of [...befores, `${name}.json`].map((each) => join(folder, each))) {
        await orCannot('remove', file, async () => {
          await rm(file, { force: true })
          sweepParts(file)
        })
      }
    },
  }
}

export const projectOf = (place: Place): string | null => (place.scope === 'user' ? null : place.dir)

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
