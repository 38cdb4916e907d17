import { closeSync, existsSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { type FolderLock, queueLock } from '../folder-lock.ts'
import { Sqlite } from './driver.ts'
import { isDamage, translate } from './open.ts'
import { fileAt } from './opened-file.ts'

/** Milliseconds between tries for a lock that another process holds. */
const RETRY_MS = 4

/**
 * A lock among processes: an exclusive transaction on an empty SQLite file of its own. The system frees it when its holder
 * dies, however it dies, which no lock file does.
 */
export function openProcessLock(
  file: string,
  patienceMs: number,
): { readonly lock: FolderLock; readonly close: () => void } {
  const queue = queueLock()
  let db: Database | undefined
  let number: bigint | undefined

  async function acquire(): Promise<Database> {
    for (let waited = 0; ; waited += RETRY_MS) {
      try {
        return begin()
      } catch (error) {
        if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw translate(error, file)
        if (waited > patienceMs)
          throw new WaylandError(
            'storage_locked',
            `another process has held the skills folder for ${patienceMs / 1000} s`,
            { cause: error },
          )
      }
      await wait(RETRY_MS)
    }
  }

  function begin(): Database {
    // Others take the lock of the file that lies at the path.
    if (db !== undefined && fileAt(file)?.ino !== number) {
      db.close()
      db = undefined
    }
    // The timeout is 0 and the waiting is ours: the driver would block the work of this process that frees the lock.
    db ??= opened(file)
    number = fileAt(file)?.ino
    try {
      db.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      if (!isDamage(error)) throw error
      // It holds nothing but the lock. Emptied in place, it stays the same file to every process that has it open.
      const handle = openSync(file, 'r+')
      ftruncateSync(handle)
      closeSync(handle)
      db.exec('BEGIN EXCLUSIVE')
    }
    return db
  }

  return {
    lock: (work) =>
      queue(async () => {
        const held = await acquire()
        try {
          return await work()
        } finally {
          held.exec('ROLLBACK')
        }
      }),
    close: () => db?.close(),
  }
}

/**
 * Holds a place that only one process may have, until it is given up or the process dies: what gives it up, or undefined
 * where another process holds it. The file says which process it is. Throws `storage_unavailable` where it cannot be made.
 */
export function holdAlone(file: string, pid: number): (() => void) | undefined {
  return tried(file, (db) => {
    // Kept beyond the transaction that writes the number, where others may read it.
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
    try {
      db.exec(`PRAGMA user_version = ${pid}; COMMIT`)
    } catch {
      // On a full disk the note cannot be written, and the place is held all the same.
      if (!db.inTransaction) db.exec('BEGIN EXCLUSIVE')
    }
    return () => db.close()
  })
}

/** Who holds such a place, and undefined where no process does; `pid` is undefined where the file does not say. */
export function holderIn(file: string): { readonly pid: number | undefined } | undefined {
  const free = tried(file, (db) => {
    db.exec('BEGIN EXCLUSIVE')
    db.close()
    return true
  })
  return free === true ? undefined : { pid: numberIn(file) }
}

/** What came of trying for the lock; undefined where another process holds it. */
function tried<T>(file: string, attempt: (db: Database) => T): T | undefined {
  try {
    const db = opened(file)
    try {
      return attempt(db)
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return undefined
    throw translate(error, file)
  }
}

/** Byte of a database's header at which its `user_version` stands, in four bytes (sqlite.org/fileformat2.html). */
const VERSION_AT = 60

/** SQLite refuses to read a database that is held; its bytes can be read. */
function numberIn(file: string): number | undefined {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(4)
    const read = readSync(handle, bytes, 0, 4, VERSION_AT)
    return read === 4 && bytes.readUInt32BE() > 0 ? bytes.readUInt32BE() : undefined
  } finally {
    closeSync(handle)
  }
}

function opened(file: string): Database {
  // Closing a file frees every lock that this process has on it, those of its other connections too.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  return new Sqlite(file, { timeout: 0 })
}
