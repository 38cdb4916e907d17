import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { refuseVersion, versionOf } from './migrate.ts'

/** Identity of an open database's files, and the schema version that this program knows. */
export interface OpenedFile {
  /** Throws `newer_database` if a newer program has migrated the schema since it was opened. */
  insistKnown(): void
  /** Whether another database lies at its path, or none: other processes do not see what is written into this one. */
  isElsewhere(): boolean
  /**
   * Throws `storage_unavailable` if the log or its index was deleted or replaced: what is written then, other processes may
   * overwrite.
   */
  insistOnLog(): void
}

/**
 * Records files and schema version; `inode`: of the file at the path before it was opened. SQLite continues to write to a
 * file that was deleted, moved or replaced, which no other process reads.
 */
export function openedFile(db: Database, program: string, inode: number | undefined): OpenedFile {
  const version = versionOf(db)
  const known = version()
  // On a network file system there is neither.
  const logs = ['-wal', '-shm'].map((end) => db.name + end).map((path) => ({ path, made: inodeAt(path) }))
  return {
    isElsewhere: () => inode === undefined || inodeAt(db.name) !== inode,
    insistOnLog() {
      const lost = logs.find(({ path, made }) => made !== undefined && inodeAt(path) !== made)
      if (lost === undefined) return
      throw new WaylandError('storage_unavailable', `${lost.path} was deleted or replaced while it was in use`, {
        hint: 'Nothing more is written by this process: start it again, which finds what is left.',
      })
    },
    insistKnown() {
      const has = version()
      if (has > known) throw refuseVersion(db, has, known, program)
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
