import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { HALF_LIFE } from '../../domain/routing/decay.ts'
import type { Store } from '../store.ts'
import { forgetJournal } from './journal-owner.ts'
import { isDamage, type OpenOptions, openDatabase, translate } from './open.ts'
import { type OpenedFile, openedFile } from './opened-file.ts'
import { type Intent, portsOver } from './ports.ts'
import { openProcessLock } from './process-lock.ts'
import { type Tables, tablesOf } from './tables.ts'

/** A draft takes milliseconds; a process that holds the folder this long is stuck. */
const LOCK_PATIENCE_MS = 30_000
/** A database that is damaged or replaced this often while one thing is done is not to be had. */
const MAX_TRIES = 3

export interface SqliteOptions extends OpenOptions {
  /** Decisions after which half of what was learned from outcomes has faded. */
  readonly halfLife?: number
  /** This process may be ended at any moment. */
  readonly hurried?: boolean
}

/**
 * The store over one SQLite file. Damage that is met on the way is repaired as on opening, and the intent tried again; so
 * is an intent under which the file was deleted, moved or replaced: it is done in the file that lies there now.
 */
export function openSqliteStore(options: SqliteOptions): Store {
  const { file, program, halfLife = HALF_LIFE } = options
  let open = begin()
  let closed = false
  /** How often the database was opened again. */
  let again = 0
  const folder = openProcessLock(`${file}.lock`, LOCK_PATIENCE_MS)

  function begin(thorough = false): Opened {
    const db = openDatabase(options, { thorough })
    try {
      return { db, ground: openedFile(db, program), tables: tablesOf(db, halfLife) }
    } catch (error) {
      db.close()
      if (isDamage(error) && !thorough) return begin(true)
      throw translate(error, file)
    }
  }

  /** Where it cannot be opened now, the next intent tries again. */
  function beginAgain(thorough = false): void {
    again++
    // SQLite leaves the journal at the path alone when it closes a database that is not there any more.
    open.db.close()
    open = begin(thorough)
  }

  function attempt<R>(work: (tables: Tables) => R): { readonly result: R } | undefined {
    try {
      if (!open.db.open && !closed) beginAgain()
      open.ground.insistKnown()
      const result = work(open.tables)
      if (open.ground.holds()) return { result }
      beginAgain()
      options.onRepair(`the database ${file} was deleted, moved or replaced; the one that lies there now is used`)
    } catch (error) {
      open.tables.groups.forget()
      if (!isDamage(error)) throw error
      beginAgain(true)
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
  return {
    place: { file },
    folderLock: folder.lock,
    ...portsOver(intent, options.hurried),
    revision: intent(({ db }) => again * 2 ** 32 + (db.pragma('data_version', { simple: true }) as number)),
    [Symbol.asyncDispose]: async () => {
      closed = true
      try {
        folder.close()
        open.db.pragma('busy_timeout = 0')
        open.db.pragma('optimize')
      } catch {
        // A hint for later queries: a full disk, or a busy or damaged database, goes without it.
      } finally {
        open.db.close()
        forgetJournal(file)
      }
    },
  }
}

/** An open database, and what it stands on. */
interface Opened {
  readonly db: Database
  readonly ground: OpenedFile
  readonly tables: Tables
}
