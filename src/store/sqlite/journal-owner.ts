import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { refuseVersion, versionOf } from './migrate.ts'

/** Identity of a file: inode, and creation time if known. */
interface Numbered {
  readonly at: string
  readonly made?: string
}

/** A database and the write-ahead log that was opened with it. */
interface Pair {
  readonly database: Numbered
  readonly journal: Numbered
}

/**
 * Whether the write-ahead log beside a database belongs to an earlier database at the path; SQLite would apply it. A database
 * that was copied with its log is a new pair.
 */
export function isJournalOfAnother(file: string): boolean {
  const [noted, now] = [notedPair(file), pairAt(file)]
  if (noted === undefined || now === undefined || isSame(noted.database, now.database)) return false
  return now.journal === undefined ? existsSync(`${file}-shm`) : isSame(noted.journal, now.journal)
}

/** Records which log belongs to the database that was just opened. Best effort. */
export function noteJournal(file: string): void {
  const now = pairAt(file)
  if (now?.journal === undefined) return
  const [noted, text] = [notedPair(file), JSON.stringify(now)]
  if (noted !== undefined && JSON.stringify(noted) === text) return
  try {
    writeFileSync(noteOf(file), text, { mode: 0o600 })
  } catch {
    // On a full disk the older note stays; it names another log, and is ignored.
  }
}

/** Deletes the note when the last process closes the database, which deletes the log. Best effort. */
export function forgetJournal(file: string): void {
  if (existsSync(`${file}-wal`)) return
  try {
    rmSync(noteOf(file), { force: true })
  } catch {
    // A stale note names a deleted log and this database, and is harmless.
  }
}

const noteOf = (file: string): string => `${file}.journal-of`

function notedPair(file: string): Pair | undefined {
  try {
    const pair = JSON.parse(readFileSync(noteOf(file), 'utf8')) as Partial<Pair>
    return pair.database === undefined || pair.journal === undefined ? undefined : (pair as Pair)
  } catch {
    return undefined
  }
}

function pairAt(file: string): (Pick<Pair, 'database'> & Partial<Pair>) | undefined {
  const [database, journal] = [numbered(file), numbered(`${file}-wal`)]
  return database === undefined ? undefined : { database, ...(journal === undefined ? {} : { journal }) }
}

function numbered(path: string): Numbered | undefined {
  const found = fileAt(path)
  if (found === undefined) return undefined
  const { dev, ino, birthtimeNs, ctimeNs } = found
  // On systems without a creation time Node returns ctime.
  return { at: `${dev}:${ino}`, ...(birthtimeNs === ctimeNs ? {} : { made: String(birthtimeNs) }) }
}

/** An inode may be reused after its file was deleted. */
const isSame = (a: Numbered, b: Numbered): boolean =>
  a.at === b.at && (a.made === undefined || b.made === undefined || a.made === b.made)

export type OpenedFile = ReturnType<typeof openedFile>

/**
 * Records the files of an open database and the schema version that this program knows; `inode`: of the file at the path
 * before it was opened. SQLite continues to write to a file that was deleted, moved or replaced, which no other process
 * reads.
 */
export function openedFile(db: Database, program: string, inode: number | undefined) {
  const version = versionOf(db)
  const known = version()
  // The version is in the file's first page; whether another process has written, in memory.
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  let seen: number | undefined
  // On a network file system there is neither.
  const logs = ['-wal', '-shm'].map((end) => db.name + end).map((path) => ({ path, made: inodeAt(path) }))
  return {
    /** Whether another database lies at its path, or none: other processes do not see what is written into this one. */
    isElsewhere: () => inode === undefined || inodeAt(db.name) !== inode,
    /**
     * Throws `storage_unavailable` if the log or its index was deleted or replaced: what is written then, other processes
     * may overwrite.
     */
    insistOnLog(): void {
      const lost = logs.find(({ path, made }) => made !== undefined && inodeAt(path) !== made)
      if (lost === undefined) return
      throw new WaylandError('storage_unavailable', `${lost.path} was deleted or replaced while it was in use`, {
        hint: 'Nothing more is written by this process: start it again, which finds what is left.',
      })
    },
    /** Throws `newer_database` if a newer program has migrated the schema since it was opened. */
    insistKnown(): void {
      const now = dataVersion.get()
      if (now === seen) return
      const has = version()
      if (has > known) throw refuseVersion(db, has, known, program)
      seen = now
    },
  }
}

/** Inode of the file at a path; undefined if there is none, or none can be. */
export function inodeAt(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino
  } catch {
    return undefined
  }
}

/** The file at a path; undefined if there is none. Its inode is not reused while a process has it open. */
export const fileAt = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })
