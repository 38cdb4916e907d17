import { closeSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { makeFile } from '../make-folder.ts'
import { type FolderLock, queueLock } from '../ports/upkeep.ts'
import { Sqlite } from './driver.ts'
import { isDamage, translate } from './driver-fault.ts'
import { fileAt } from './journal-owner.ts'
import { isBusy } from './waiting.ts'

/** Milliseconds between attempts to get a lock that another process holds. */
const RETRY_MS = 4

/**
 * A lock among processes: an exclusive transaction on an empty SQLite file of its own. The system releases it when its
 * holder dies in any way, unlike a lock file.
 */
export function openProcessLock(
  file: string,
  patienceMs: number,
): { readonly lock: FolderLock; readonly close: () => void } {
  let open: Numbered | undefined

  async function acquire(): Promise<Database> {
    for (let waited = 0; ; waited += RETRY_MS) {
      try {
        return begin()
      } catch (error) {
        if (!isBusy(error)) throw translate(error, file)
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
    for (;;) {
      // The lock file was replaced: other processes lock the file that is at the path now.
      if (open !== undefined && !isAt(file, open)) {
        open.db.close()
        open = undefined
      }
      // The busy timeout is 0, since waiting in the driver would block the event loop that has to release the lock.
      open ??= numbered(file)
      take(open.db, file)
      if (isAt(file, open)) return open.db
      open.db.exec('ROLLBACK')
    }
  }

  return {
    lock: queueLock(async (work) => {
      const held = await acquire()
      try {
        return await work()
      } finally {
        held.exec('ROLLBACK')
      }
    }),
    close: () => open?.db.close(),
  }
}

/**
 * Does one thing while no other process does it under the same lock; waits at most `patienceMs` for them, and blocks
 * meanwhile. The file stays: who deletes it when done would leave the lock to two, if another had opened it already.
 */
export function withLock<R>(file: string, patienceMs: number, work: () => R): R {
  for (;;) {
    const open = numbered(file, patienceMs)
    try {
      take(open.db, file)
      if (isAt(file, open)) return work()
    } finally {
      open.db.close()
    }
  }
}

/** An open lock file and its inode, which was read before it was opened. */
interface Numbered {
  readonly db: Database
  readonly number: bigint | undefined
}

function numbered(file: string, timeout = 0): Numbered {
  makeFile(file)
  const number = fileAt(file)?.ino
  return { number, db: new Sqlite(file, { timeout }) }
}

const isAt = (file: string, { number }: Numbered): boolean => fileAt(file)?.ino === number

function take(db: Database, file: string): void {
  try {
    beginExclusive(db)
  } catch (error) {
    if (!isDamage(error)) throw error
    // The file holds nothing but the lock. It is emptied in place, so that it stays the same file for every process
    // that has it open.
    const handle = openSync(file, 'r+')
    ftruncateSync(handle)
    closeSync(handle)
    beginExclusive(db)
  }
}

/** Nothing is ever written to the file: it needs no journal on the disk, which could be left there. */
function beginExclusive(db: Database): void {
  db.pragma('journal_mode = MEMORY')
  db.exec('BEGIN EXCLUSIVE')
}

/**
 * Takes a lock until it is released or the process dies: returns its release, or undefined if another process holds it.
 * The file names the holder's process id. Throws `storage_unavailable` if it cannot be created.
 */
export function holdAlone(file: string, pid: number): (() => void) | undefined {
  return tried(file, (db) => {
    // Kept after the transaction that writes the process id, so that others can read it.
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
    try {
      db.exec(`PRAGMA user_version = ${pid}; COMMIT`)
    } catch {
      // On a full disk the process id cannot be written; the lock is held all the same.
      if (!db.inTransaction) db.exec('BEGIN EXCLUSIVE')
    }
    return () => db.close()
  })
}

/** The holder of such a lock; undefined if no process holds it. `pid` is undefined if the file names none. */
export function holderIn(file: string): { readonly pid: number | undefined } | undefined {
  const free = tried(file, (db) => {
    db.exec('BEGIN EXCLUSIVE')
    db.close()
    return true
  })
  return free === true ? undefined : { pid: numberIn(file) }
}

/** The result of an attempt to lock; undefined if another process holds the lock. */
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
    if (isBusy(error)) return undefined
    throw translate(error, file)
  }
}

/** Offset of `user_version` in a database's header, four bytes (sqlite.org/fileformat2.html). */
const VERSION_AT = 60

/** SQLite refuses to read a locked database; its bytes can be read directly. */
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
  makeFile(file)
  return new Sqlite(file, { timeout: 0 })
}
