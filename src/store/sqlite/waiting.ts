import type { Database } from 'better-sqlite3'

/**
 * How long one attempt waits for the write lock, in ms. SQLite waits longer between looks the longer it has waited, up to
 * 0.1 s, and misses short pauses between the writes of other processes; an attempt this short looks five times.
 */
const ATTEMPT_MS = 20

/** Does a write that waits at most so many milliseconds for another writer, and no longer than others of this database do. */
export function waitingAtMost<R>(db: Database, ms: number, write: () => R): R {
  const usual = db.pragma('busy_timeout', { simple: true }) as number
  try {
    for (let left = Math.max(0, Math.min(usual, ms)); ; left -= ATTEMPT_MS) {
      db.pragma(`busy_timeout = ${Math.min(left, ATTEMPT_MS)}`)
      try {
        return write()
      } catch (error) {
        if (!isBusy(error) || left <= ATTEMPT_MS) throw error
      }
    }
  } finally {
    db.pragma(`busy_timeout = ${usual}`)
  }
}

/** Does what is not worth waiting for; undefined if another process held the lock. */
export function unlessBusy<R>(work: () => R): R | undefined {
  try {
    return work()
  } catch (error) {
    if (!isBusy(error)) throw error
    return undefined
  }
}

/** Whether a driver error means that another process held the lock. */
export const isBusy = (error: unknown): boolean =>
  String((error as { readonly code?: unknown } | null)?.code).startsWith('SQLITE_BUSY')

/** Runs a deletion with every freed page overwritten, not only those that are written anyway. */
export function overwriting(db: Database, remove: () => void): void {
  db.pragma('secure_delete = ON')
  try {
    remove()
  } finally {
    db.pragma('secure_delete = FAST')
  }
}
