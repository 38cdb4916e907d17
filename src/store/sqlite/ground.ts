import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { refuseVersion, versionOf } from './migrate.ts'

/** What an open database stands on: the file at its path, and the schema that this program knows. */
export interface Ground {
  /** Throws `newer_database` where a newer program has been here since, before anything is written for it to stumble over. */
  insistKnown(): void
  /** Whether the file is the one at the path, so that what was written is there for others. */
  holds(): boolean
}

/**
 * The ground of a database as it is now. SQLite goes on writing to a file that was deleted, moved or replaced, and no
 * other process reads what it writes there. Both looks cost 11 µs together, twice in the end of a run: 8 % of its processor time (measured).
 */
export function groundOf(db: Database, program: string): Ground {
  const version = versionOf(db)
  const known = version()
  const made = statSync(db.name, { throwIfNoEntry: false })
  return {
    insistKnown() {
      const has = version()
      if (has > known) throw refuseVersion(db, has, known, program)
    },
    holds() {
      const now = statSync(db.name, { throwIfNoEntry: false })
      return made !== undefined && now?.ino === made.ino && now.dev === made.dev
    },
  }
}

/** The file at a path; undefined where there is none. While a process has it open, its number is not given again. */
export const fileAt = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })
