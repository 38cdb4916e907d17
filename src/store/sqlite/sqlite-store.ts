import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { HALF_LIFE } from '../../domain/routing/decay.ts'
import type { Store } from '../store.ts'
import { forgetJournal } from './journal-owner.ts'
import { isDamage, type OpenOptions, openDatabase, translate } from './open.ts'
import { type OpenedFile, openedFile } from './opened-file.ts'
import { type Intent, portsOver } from './ports.ts'
import { openProcessLock } from './process-lock.ts'
import { isSoundFile } from './sound-file.ts'
import { type Tables, tablesOf } from './tables.ts'

/** Time limit for the folder's lock, in ms; a draft takes milliseconds, so a longer holder is stuck. */
const LOCK_PATIENCE_MS = 30_000
/** Reopenings in one operation after which a database that is damaged or replaced again counts as unavailable. */
const MAX_TRIES = 3

export interface SqliteOptions extends OpenOptions {
  /** Decisions after which half of the weight of an outcome has decayed. */
  readonly halfLife?: number
  /** This process has a deadline and is killed when it passes. */
  readonly hurried?: boolean
}

/**
 * The store over one SQLite file. Damage found in an operation is repaired as on opening, and the operation repeated;
 * if the file was deleted, moved or replaced, it is repeated in the file at the path. What a deleted log holds is written into
 * the file before the operation counts.
 */
export function openSqliteStore(options: SqliteOptions): Store {
  const { file, program, halfLife = HALF_LIFE } = options
  let open = begin()
  let closed = false
  /** How often the database was reopened. */
  let again = 0
  const folder = openProcessLock(`${file}.lock`, LOCK_PATIENCE_MS)

  function begin(how: Parameters<typeof openDatabase>[1] = {}): Opened {
    const db = openDatabase(options, how)
    try {
      return { db, ground: openedFile(db, program), tables: tablesOf(db, halfLife) }
    } catch (error) {
      db.close()
      if (isDamage(error) && how.thorough !== true) return begin({ thorough: true })
      throw translate(error, file)
    }
  }

  /** If it cannot be opened now, the next operation tries again. */
  function beginAgain(how: Parameters<typeof openDatabase>[1] = {}): void {
    again++
    // SQLite leaves the journal at the path alone if its database is no longer there.
    open.db.close()
    open = begin(how)
  }

  function keepJournal(): void {
    writeJournal(open.db)
    beginAgain({ isWritten: true })
    options.onRepair(`the log of the database ${file} was deleted or replaced; what it held is in the database`)
  }

  function attempt<R>(work: (tables: Tables) => R): { readonly result: R } | undefined {
    try {
      if (!open.db.open && !closed) beginAgain()
      // Another process may have gone over to the new log already: what is written into the old one then is lost.
      if (!open.ground.hasJournal() && open.ground.lost() === 'journal') keepJournal()
      open.ground.insistKnown()
      const result = work(open.tables)
      const lost = open.ground.lost()
      if (lost === 'journal') keepJournal()
      if (lost !== 'database') return { result }
      beginAgain()
      options.onRepair(`the database ${file} was deleted, moved or replaced; the one that lies there now is used`)
    } catch (error) {
      open.tables.groups.forget()
      if (!isDamage(error)) throw error
      beginAgain({ thorough: true })
    }
    return undefined
  }

  const intent: Intent =
    (work) =>
    async (...args) => {
      try {
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          const done = attempt((tables) => work(tables, ...args))
          if (done !== undefined) return done.result
        }
      } catch (error) {
        throw translate(error, file)
      }
      throw new WaylandError('storage_unavailable', `the database ${file} is damaged or replaced again and again`)
    }
  const ports = portsOver(intent, options.hurried)
  return {
    ...ports,
    place: { file },
    folderLock: folder.lock,
    verify: async (how) => {
      const before = again
      if (how?.quick === true || !(await isSoundFile(file))) await ports.verify(how)
      return again === before ? 'sound' : 'renewed'
    },
    revision: intent(({ db }) => again * 2 ** 32 + (db.pragma('data_version', { simple: true }) as number)),
    [Symbol.asyncDispose]: async () => {
      closed = true
      try {
        folder.close()
        if (open.ground.lost() === 'journal') writeJournal(open.db)
        open.db.pragma('busy_timeout = 0')
        open.db.pragma('optimize')
      } catch {
        // An optimisation for later queries, which may fail on a full disk or a busy or damaged database.
      } finally {
        open.db.close()
        forgetJournal(file)
      }
    },
  }
}

/**
 * Writes the whole log that this process has open into the database. Throws the driver's error where it cannot; where
 * another process has done it, and went over to another log, there is nothing to do.
 */
function writeJournal(db: Database): void {
  try {
    const [done] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ readonly busy: number }]
    if (done.busy !== 0) throw Object.assign(new Error('its log is in use'), { code: 'SQLITE_BUSY' })
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'SQLITE_IOERR_SHORT_READ') throw error
  }
}

/** An open database with its statements. */
interface Opened {
  readonly db: Database
  readonly ground: OpenedFile
  readonly tables: Tables
}
