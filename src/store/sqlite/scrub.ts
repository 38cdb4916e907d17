import type { Database } from 'better-sqlite3'

/** Deletes with every freed page overwritten, not only those that are written anyway. */
export function overwriting(db: Database, remove: () => void): void {
  db.pragma('secure_delete = ON')
  try {
    remove()
  } finally {
    db.pragma('secure_delete = FAST')
  }
}

/** Gives every free page back to the disk, and empties the log, which holds pages as they were; a reader may keep the log. */
export function scrub(db: Database): void {
  db.pragma('incremental_vacuum')
  db.pragma('wal_checkpoint(TRUNCATE)')
}
