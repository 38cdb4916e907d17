import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { refuseVersion, versionOf } from './migrate.ts'

/** Identity of an open database's file, and the schema version that this program knows. */
export interface OpenedFile {
  /** Throws `newer_database` if a newer program has migrated the schema since it was opened. */
  insistKnown(): void
  /**
   * Which file at its path is no longer the opened one (device and inode): then other processes do not see what is written.
   * Undefined where both are; `journal` is the write-ahead log alone.
   */
  lost(): 'database' | 'journal' | undefined
  /** Whether the write-ahead log at its path is still the opened one. */
  hasJournal(): boolean
}

/**
 * Records file and schema version. SQLite continues to write to a file that was deleted, moved or replaced, which no
 * other process reads. The checks cost 10 µs an operation (measured).
 */
export function openedFile(db: Database, program: string): OpenedFile {
  const version = versionOf(db)
  const known = version()
  const made = statSync(db.name, { throwIfNoEntry: false })
  const log = `${db.name}-wal`
  const madeLog = statSync(log, { throwIfNoEntry: false })
  // On a network file system there is no log.
  const hasJournal = () => madeLog === undefined || statSync(log, { throwIfNoEntry: false })?.ino === madeLog.ino
  return {
    hasJournal,
    insistKnown() {
      const has = version()
      if (has > known) throw refuseVersion(db, has, known, program)
    },
    lost() {
      const now = statSync(db.name, { throwIfNoEntry: false })
      if (made === undefined || now?.ino !== made.ino || now.dev !== made.dev) return 'database'
      return hasJournal() ? undefined : 'journal'
    },
  }
}

/** The file at a path; undefined if there is none. Its inode is not reused while a process has it open. */
export const fileAt = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })
