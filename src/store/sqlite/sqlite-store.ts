import { linkSync, rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { HALF_LIFE } from '../../domain/routing/decay.ts'
import type { Store } from '../store.ts'
import { isDamage, translate } from './driver-fault.ts'
import { forgetJournal } from './journal-owner.ts'
import { type OpenOptions, openDatabase } from './open.ts'
import { type LogFault, type OpenedFile, openedFile } from './opened-file.ts'
import { type Intent, portsOver } from './ports.ts'
import { openProcessLock } from './process-lock.ts'
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
  /** What the next reopening repairs. */
  let untold: string | undefined
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

  /** If it cannot be opened now, the next operation tries again, and then tells of the repair. */
  function beginAgain(how: Parameters<typeof openDatabase>[1] = {}, repair?: string, close?: () => void): void {
    again++
    untold = repair ?? untold
    // SQLite leaves the journal at the path alone if its database is no longer there.
    if (close === undefined) open.db.close()
    else close()
    open = begin(how)
    if (untold !== undefined) options.onRepair(untold)
    untold = undefined
  }

  function mendLog(fault: LogFault): void {
    const [log, index] = [`the log of the database ${file}`, `${file}-shm`]
    if (fault === 'lost') {
      writeJournal(open.db)
      beginAgain({ isWritten: true }, `${log} was deleted or replaced; what it held is in the database`)
    } else if (fault === 'index') {
      const repair = `${index} was deleted or replaced; it was made anew from the log`
      beginAgain({}, repair, () => closeKeepingLog(open.db))
    } else {
      // Without its index every process reads the log anew, and finds where it ends.
      rmSync(index, { force: true })
      const repair = `${log} was cut while it was in use; what it held and the database did not is lost`
      beginAgain({ thorough: true }, repair)
    }
  }

  function attempt<R>(work: (tables: Tables) => R): { readonly result: R } | undefined {
    try {
      if (!open.db.open && !closed) beginAgain()
      // Another process may have gone over to the new log already: what is written into the old one then is lost.
      const fault = open.ground.logFault()
      if (fault !== undefined && open.ground.lost() !== 'database') mendLog(fault)
      open.ground.insistKnown()
      const result = work(open.tables)
      const lost = open.ground.lost()
      if (lost === 'journal') mendLog('lost')
      if (lost !== 'database') return { result }
      beginAgain({}, `the database ${file} was deleted, moved or replaced; the one that lies there now is used`)
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
      const isSound = how?.quick !== true && (await (await import('./integrity-thread.ts')).passesIntegrityCheck(file))
      if (!isSound) await ports.verify(how)
      if (how?.quick !== true) {
        const { insistOnTables } = await import('./own-tables.ts')
        await intent(({ db }) => insistOnTables(db, options.migrations, program))()
      }
      return again === before ? 'sound' : 'renewed'
    },
    revision: intent(({ db }) => again * 2 ** 32 + (db.pragma('data_version', { simple: true }) as number)),
    [Symbol.asyncDispose]: async () => {
      closed = true
      let fault: LogFault | undefined
      try {
        folder.close()
        if (open.ground.lost() !== 'database') fault = open.ground.logFault()
        if (fault === 'lost') writeJournal(open.db)
        open.db.pragma('busy_timeout = 0')
        // It may write, which an index that others do not share must not.
        if (fault === undefined) open.db.pragma('optimize')
      } catch {
        // An optimisation for later queries, which may fail on a full disk or a busy or damaged database.
      } finally {
        if (fault === 'index') closeKeepingLog(open.db)
        else open.db.close()
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

/**
 * Closes a database by an index that other processes do not have: where none has it open any more, SQLite would delete the
 * log, with what they wrote.
 */
function closeKeepingLog(db: Database): void {
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

/** An open database with its statements. */
interface Opened {
  readonly db: Database
  readonly ground: OpenedFile
  readonly tables: Tables
}
