import { closeSync, existsSync, ftruncateSync, openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { type FolderLock, queueLock } from '../folder-lock.ts'
import { Sqlite } from './driver.ts'
import { fileAt } from './ground.ts'
import { isDamage, translate } from './open.ts'

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
      // It holds nothing but the lock. Emptied in place, it stays the same file to whoever has it open.
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
 * where another process holds it. Throws `storage_unavailable` where the file cannot be made.
 */
export function holdAlone(file: string): (() => void) | undefined {
  try {
    const db = opened(file)
    try {
      db.exec('BEGIN EXCLUSIVE')
      return () => db.close()
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return undefined
    throw translate(error, file)
  }
}

function opened(file: string): Database {
  // Closing a file frees every lock that this process has on it, those of its other connections too.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  return new Sqlite(file, { timeout: 0 })
}
