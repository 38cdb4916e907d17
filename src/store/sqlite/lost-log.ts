import { linkSync, rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'

/**
 * Checks before each commit of a connection, with the lock for writing held, that it still has the log that others have, and
 * throws otherwise. Who writes such a log into the database afterwards has waited for that lock, so that no
 * later commit is in it.
 */
export function checkBeforeCommit(db: Database, hasLog: () => boolean): void {
  const transaction = db.transaction.bind(db)
  db.transaction = (work) =>
    transaction((...given: Parameters<typeof work>) => {
      const result: unknown = work(...given)
      if (!hasLog()) throw new Error('the log was deleted or replaced')
      return result
    }) as ReturnType<typeof transaction<typeof work>>
}

/**
 * Writes the whole log that this process has open into the database. Throws the driver's error where it cannot; where
 * another process has done it, and went over to another log, there is nothing to do. A log that is gone from its path
 * (`isGone`) is emptied, since its index may be that of the next one as well; one that is still there may be in use by
 * another index, and is left as it is.
 */
export function writeJournal(db: Database, isGone: boolean): void {
  try {
    const [done] = db.pragma(`wal_checkpoint(${isGone ? 'TRUNCATE' : 'FULL'})`) as [{ readonly busy: number }]
    if (done.busy !== 0) throw Object.assign(new Error('its log is in use'), { code: 'SQLITE_BUSY' })
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'SQLITE_IOERR_SHORT_READ') throw error
  }
}

/**
 * Closes a database by an index that other processes do not have: where none has it open any more, SQLite would delete the
 * log, with what they wrote.
 */
export function closeKeepingLog(db: Database): void {
  const [log, kept] = [`${db.name}-wal`, `${db.name}-wal.kept`]
  rmSync(kept, { force: true })
  const keeps = succeeds(() => linkSync(log, kept))
  db.close()
  // Fails where the log is still there.
  if (keeps) succeeds(() => linkSync(kept, log))
  rmSync(kept, { force: true })
}

function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
