import type { Database, Statement } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { asynchronous } from '../asynchronous.ts'
import type { Store } from '../store.ts'
import { isDamage, translate } from './driver-fault.ts'
import { forgetJournal, inodeAt, type OpenedFile, openedFile } from './journal-owner.ts'
import { inodeBefore, type OpenOptions, openDatabase } from './open.ts'
import { openProcessLock } from './process-lock.ts'
import { type Ports, type SqlitePorts, storeOver, type TableOptions } from './store-over.ts'

/** Usual time limit for the folder's lock, in ms; a draft takes milliseconds, so a longer holder is stuck. */
const LOCK_PATIENCE_MS = 30_000
/** Reopenings in one operation after which a database that is damaged or replaced again counts as unavailable. */
const MAX_TRIES = 3

export interface SqliteOptions extends OpenOptions, TableOptions {
  /** How long to wait for the folder's lock, in ms. */
  readonly lockPatience?: number
}

/**
 * The store over one SQLite file. Damage found in an operation is repaired as on opening, and the operation repeated. If
 * the file was deleted, moved or replaced, the one at its path is opened, as a next process would; if its log was, nothing more
 * is written.
 */
export function openSqliteStore(options: SqliteOptions): Store {
  const { file, lockPatience = LOCK_PATIENCE_MS } = options
  let open = opened(options)
  let closed = false
  let again = 0
  /** What the next reopening repairs. */
  let untold: string | undefined
  const folder = openProcessLock(`${file}.lock`, lockPatience)

  /** If it cannot be opened now, the next operation tries again, and then tells of the repair. */
  function beginAgain(thorough: boolean, repair?: string): void {
    again++
    untold = repair ?? untold
    // SQLite leaves the journal at the path alone if its database is no longer there.
    open.db.close()
    open = opened(options, thorough)
    if (untold !== undefined) options.onRepair(untold)
    untold = undefined
  }

  /** False if the work is to be done again, in the database that was opened instead. */
  function hasMoved(): boolean {
    if (!open.ground.isElsewhere()) return false
    beginAgain(false, `the database ${file} was deleted, moved or replaced; the one that lies there now is used`)
    return true
  }

  function attempt<R>(work: (tables: SqlitePorts) => R): { readonly result: R } | undefined {
    try {
      if (closed) return { result: work(open.tables) }
      if (!open.db.open) beginAgain(false)
      hasMoved()
      open.ground.insistOnLog()
      open.ground.insistKnown()
      const result = work(open.tables)
      // What was only read is no other than if the file had been moved a moment later.
      const before = open.rows
      open.rows = open.written.get()
      return open.rows !== before && hasMoved() ? undefined : { result }
    } catch (error) {
      open.tables.dropCaches()
      if (isDamage(error)) beginAgain(true)
      // It may have failed because its file is gone.
      else if (!open.db.open || !hasMoved()) throw error
    }
    return undefined
  }

  function run<R>(work: (tables: SqlitePorts) => R): R {
    try {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const done = attempt(work)
        if (done !== undefined) return done.result
      }
    } catch (error) {
      throw translate(error, file)
    }
    throw new WaylandError('storage_unavailable', `the database ${file} is damaged or replaced again and again`)
  }

  const ports = asynchronous<Ports>(open.tables, run)
  return {
    ...ports,
    place: { file },
    folderLock: folder.lock,
    verify: async (how) => {
      const before = again
      await ports.verify(how)
      return again === before ? 'sound' : 'renewed'
    },
    revision: async () => again * 2 ** 32 + (await ports.revision()),
    [Symbol.asyncDispose]: async () => {
      closed = true
      try {
        folder.close()
        open.ground.insistOnLog()
        open.db.pragma('busy_timeout = 0')
        // It reads the head of each table, for queries of other processes: none of what an agent waits for.
        if (options.hurried !== true) open.db.pragma('optimize')
      } catch {
        // An optimisation for later queries, which may fail on a full disk or a busy or damaged database.
      } finally {
        open.db.close()
        forgetJournal(file)
      }
    },
  }
}

interface Opened {
  readonly db: Database
  readonly ground: OpenedFile
  readonly tables: SqlitePorts
  /** Number of rows that were written so far, and after the last operation. */
  readonly written: Statement<[], number>
  rows: number | undefined
}

/** Opens the database that lies at its path now, repaired where it is damaged. */
function opened(options: SqliteOptions, thorough = false, tries = 1): Opened {
  const { file, program } = options
  const before = inodeBefore(file)
  const db = openDatabase(options, { thorough })
  try {
    if (inodeAt(file) !== before && tries < MAX_TRIES) {
      // It was set aside just now, or others are replacing it.
      db.close()
      return opened(options, thorough, tries + 1)
    }
    const written = db.prepare<[], number>('SELECT total_changes()').pluck()
    return {
      db,
      ground: openedFile(db, program, before),
      tables: storeOver(() => db, options),
      written,
      rows: undefined,
    }
  } catch (error) {
    db.close()
    if (isDamage(error) && !thorough) return opened(options, true)
    throw translate(error, file)
  }
}
