import type { Database } from 'better-sqlite3'

/** Runs a deletion with every freed page overwritten, not only those that are written anyway. */
export function overwriting(db: Database, remove: () => void): void {
  db.pragma('secure_delete = ON')
  try {
    remove()
  } finally {
    db.pragma('secure_delete = FAST')
  }
}
