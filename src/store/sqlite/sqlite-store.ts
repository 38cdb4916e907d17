import { rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { asynchronous } from '../asynchronous.ts'
import type { Store } from '../store.ts'
import { isDamage, translate } from './driver-fault.ts'
import { forgetJournal } from './journal-owner.ts'
import { checkBeforeCommit, closeKeepingLog, writeJournal } from './lost-log.ts'
import { inodeBefore, type OpenOptions, openDatabase, renewalLock } from './open.ts'
import { inodeAt, type LogFault, type OpenedFile, openedFile } from './opened-file.ts'
import { openProcessLock, withLock } from './process-lock.ts'
import { type Ports, type SqlitePorts, storeOver, type TableOptions } from './store-over.ts'
import { isBusy } from './waiting.ts'

/** Time limit for the folder's lock, in ms; a draft takes milliseconds, so a longer holder is stuck. */
const LOCK_PATIENCE_MS = 30_000
/** Reopenings in one operation after which a database that is damaged or replaced again counts as unavailable. */
const MAX_TRIES = 3

export interface SqliteOptions extends OpenOptions, TableOptions {}

/**
 * The store over one SQLite file. Damage found in an operation is repaired as on opening, and the operation repeated;
 * if the file was deleted, moved or replaced, it is repeated in the file at the path. What a deleted log holds is written into
 * the file before the operation counts.
 */
export function openSqliteStore(options: SqliteOptions): Store {
  const { file, program } = options
  let open = begin()
  let closed = false
  /** How often the database was reopened. */
  let again = 0
  /** What the next reopening repairs. */
  let untold: string | undefined
  const folder = openProcessLock(`${file}.lock`, LOCK_PATIENCE_MS)

  /** Opens it until what was opened is the file that lies at the path, which others may be replacing. */
  function begin(how: Parameters<typeof openDatabase>[1] = {}): Opened {
    for (let tries = 1; ; tries++) {
      const before = inodeBefore(file)
      try {
        const one = beginOnce(how)
        const { inode, hasFoundIndex } = one.ground
        if (before !== undefined && inode === before && hasFoundIndex) return one
        one.db.close()
        if (!hasFoundIndex) throw indexHeld()
        forgetJournal(file)
      } catch (error) {
        if (tries === MAX_TRIES || inodeAt(file) === before) throw error
      }
      if (tries === MAX_TRIES) throw replacedAgain()
    }
  }

  function beginOnce(how: Parameters<typeof openDatabase>[1] = {}): Opened {
    const db = openDatabase(options, how)
    try {
      const ground = openedFile(db, program)
      checkBeforeCommit(db, ground.hasLog)
      return {
        db,
        ground,
        tables: storeOver(() => db, options),
      }
    } catch (error) {
      db.close()
      if (isDamage(error) && how.thorough !== true) return beginOnce({ thorough: true })
      throw translate(error, file)
    }
  }

  const indexHeld = () =>
    new WaylandError(
      'storage_locked',
      `${file}-shm was deleted, and another loop of this process still has it open: use or close that one first`,
    )
  const replacedAgain = () =>
    new WaylandError('storage_unavailable', `the database ${file} is damaged or replaced again and again`)

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

  /** Repairs what became of the files under this process; what of them was lost, if anything was. */
  function mend(fault = open.ground.logFault()): 'database' | 'journal' | undefined {
    if (open.ground.lost() === 'database') {
      beginAgain({}, `the database ${file} was deleted, moved or replaced; the one that lies there now is used`)
      return 'database'
    }
    if (fault === undefined) return undefined
    const [log, index] = [`the log of the database ${file}`, `${file}-shm`]
    const kind = writtenOut(fault)
    if (kind === 'lost')
      beginAgain({ isWritten: true }, `${log} was deleted or replaced; what it held is in the database`)
    else if (kind === 'index')
      beginAgain({}, `${index} was deleted or replaced; it was made anew from the log`, () => closeKeepingLog(open.db))
    else if (kind === 'cut')
      beginAgain(
        { thorough: true },
        `${log} was cut while it was in use; what it held and the database did not is lost`,
      )
    return 'journal'
  }

  /** One process at a time, while no other opens the database; what is wrong with the log then. */
  function writtenOut(fault: LogFault): LogFault | undefined {
    return withLock(renewalLock(file), options.busyTimeout, () => {
      // Another process may have made a new index meanwhile. That a log was cut is found only once.
      const now = fault === 'cut' && open.ground.hasLog() ? fault : open.ground.logFault()
      if (now === 'lost') writeJournal(open.db, open.ground.lost() === 'journal')
      // Without its index every process reads a cut log anew, and finds where it ends.
      if (now === 'cut') rmSync(`${file}-shm`, { force: true })
      return now
    })
  }

  function attempt<R>(work: (tables: SqlitePorts) => R): { readonly result: R } | undefined {
    try {
      if (!open.db.open && !closed) beginAgain()
      // Another process may have gone over to the new log already: what is written into the old one then is lost.
      const fault = open.ground.logFault()
      if (fault !== undefined) mend(fault)
      open.ground.insistKnown()
      const result = work(open.tables)
      if (open.ground.lost() === undefined || mend() !== 'database') return { result }
    } catch (error) {
      open.tables.dropCaches()
      if (isDamage(error)) beginAgain({ thorough: true })
      // It may have failed because its files are lost, or its log was cut.
      else if (isBusy(error) || !open.db.open || mend() === undefined) throw error
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
    throw replacedAgain()
  }

  const ports = asynchronous<Ports>(open.tables, run)
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
        run(() => insistOnTables(open.db, options.migrations, program))
      }
      return again === before ? 'sound' : 'renewed'
    },
    revision: async () => again * 2 ** 32 + (await ports.revision()),
    [Symbol.asyncDispose]: async () => {
      closed = true
      let fault: LogFault | undefined
      try {
        folder.close()
        if (open.ground.lost() !== 'database') fault = open.ground.logFault()
        if (fault === 'lost') mend(fault)
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

/** An open database with its statements. */
interface Opened {
  readonly db: Database
  readonly ground: OpenedFile
  readonly tables: SqlitePorts
}
