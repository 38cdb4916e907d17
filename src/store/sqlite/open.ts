import { existsSync, renameSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { makeFile, makeFolder } from '../make-folder.ts'
import { Sqlite } from './driver.ts'
import { isDamage, translate } from './driver-fault.ts'
import { inodeAt, isJournalOfAnother, noteJournal } from './journal-owner.ts'
import { migrate, refuseOthers } from './migrate.ts'
import { withLock } from './process-lock.ts'
import { isBusy } from './waiting.ts'

export interface OpenOptions {
  /** The database file; its folder is made when missing. */
  readonly file: string
  readonly migrations: string
  /** Version of the program, for messages. */
  readonly program: string
  /** Milliseconds to wait for another process before `storage_locked`. */
  readonly busyTimeout: number
  /** Durability: with NORMAL the last turns may be lost in a power cut, never the database. */
  readonly synchronous?: 'NORMAL' | 'FULL'
  /** File system type of a folder, as statfs(2) numbers it. */
  readonly fileSystemType?: (folder: string) => number
  /** Names the file that a damaged database is moved to. */
  readonly asideName: (file: string) => string
  readonly onRepair: (what: string) => void
}

/**
 * Opens the database: WAL (a rollback journal on a network file system, where WAL is unsafe), foreign keys, busy
 * timeout, migrations. A damaged file is moved aside, never deleted, and a new one created; damage beyond the first
 * pages is only found with `thorough`, which reads the whole file.
 */
export function openDatabase(options: OpenOptions, { thorough = false } = {}): Database {
  const { file } = options
  try {
    makeFolder(dirname(file))
    if (hasForeignJournal(file)) return renewed(options, thorough)
    return opened(options, thorough)
  } catch (error) {
    if (!isDamage(error)) throw translate(error, file)
  }
  try {
    return renewed(options, thorough)
  } catch (error) {
    throw translate(error, file)
  }
}

/**
 * Inode of the database at a path before it is opened, where a new one is begun if nothing lies there; undefined where that
 * cannot be told.
 */
export function inodeBefore(file: string): number | undefined {
  try {
    makeFolder(dirname(file))
    if (!JOURNALS.some((suffix) => existsSync(file + suffix))) makeFile(file)
  } catch {
    // Opening it says why.
  }
  return inodeAt(file)
}

/** Who holds this lock moves files of the database away. */
const renewalLock = (file: string): string => `${file}.renewal`

/**
 * A journal belongs to another database if that was deleted, moved or replaced, or moving it was interrupted. SQLite would
 * delete the journal or apply it to the wrong database.
 */
const hasForeignJournal = (file: string): boolean =>
  existsSync(file) ? isJournalOfAnother(file) : JOURNALS.some((suffix) => existsSync(file + suffix))

/** Moves damaged or stale files aside and creates a database; one process at a time, so the next finds a sound one. */
function renewed(options: OpenOptions, thorough: boolean): Database {
  const { file, busyTimeout } = options
  return withLock(renewalLock(file), busyTimeout, () => {
    if (hasForeignJournal(file)) moveAside(options, JOURNALS, 'was deleted, moved or replaced while it was in use')
    try {
      if (existsSync(file)) return opened(options, thorough)
    } catch (error) {
      if (!isDamage(error)) throw error
    }
    if (existsSync(file)) moveAside(options, ['', ...JOURNALS], 'was damaged')
    return prepare(options)
  })
}

function opened(options: OpenOptions, thorough: boolean): Database {
  const db = prepare(options)
  try {
    if (thorough) check(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function prepare(options: OpenOptions): Database {
  const { file, migrations, program, busyTimeout, synchronous = 'NORMAL', fileSystemType = typeOf } = options
  // Before the driver does, which takes the mode of the umask.
  makeFile(file)
  const db = new Sqlite(file, { timeout: busyTimeout })
  try {
    refuseOthers(db, migrations, program)
    // Only an empty database accepts this, before anything is written.
    if (db.pragma('page_count', { simple: true }) === 0) db.pragma('auto_vacuum = INCREMENTAL')
    switchJournal(db, NETWORK.has(fileSystemType(dirname(file))) ? 'DELETE' : 'WAL', busyTimeout)
    db.pragma(`synchronous = ${synchronous}`)
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    db.pragma(`journal_size_limit = ${MOST_LOG}`)
    db.pragma('foreign_keys = ON')
    // In kB: a search reads 60 rows with the terms of skills, and SQLite keeps 2 MB (a route 5.4 ms, 4.7 with this).
    db.pragma('cache_size = -16000')
    // Deleted data is overwritten in pages that are written anyway.
    db.pragma('secure_delete = FAST')
    migrate(db, migrations, program)
    noteJournal(file)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Sets the journal mode. Where several processes switch a new file at once, SQLite tells some of them that it is busy without
 * having waited, since each holds a lock that another one needs; they try again until the timeout, in ms.
 */
function switchJournal(db: Database, mode: 'DELETE' | 'WAL', patienceMs: number): void {
  let until: number | undefined
  for (;;)
    try {
      db.pragma(`journal_mode = ${mode}`)
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      // Node loads its clock when it is first read, which takes 4 ms: not where nothing is in the way.
      until ??= performance.now() + patienceMs
      if (performance.now() >= until) throw error
      pause(SWITCH_MS)
    }
}

const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Pause between attempts to switch, in ms. */
const SWITCH_MS = 5

/**
 * Pages of the log before a checkpoint, which is when NORMAL syncs: with 4,000 (16 MB) a turn costs two thirds of what
 * it costs with 1,000.
 */
const CHECKPOINT_PAGES = 4000
/** Bytes that the log keeps of what it grew to while a reader held it; above its usual size, so that this costs nothing else. */
const MOST_LOG = 2 * CHECKPOINT_PAGES * 4096

/**
 * Checks the whole file and throws SQLite's error on damage. `quick` only checks the tables that skills rest on,
 * without their indexes: most of the file is log, which grows with every turn.
 */
export function check(db: Database, { quick = false } = {}): void {
  const asked = quick ? tablesOf(db).map((name) => `quick_check('${name}')`) : ['integrity_check(1)']
  for (const pragma of asked) {
    const found = firstFault(db, pragma)
    if (found !== 'ok') throw Object.assign(new Error(found), { code: 'SQLITE_CORRUPT' })
  }
}

function firstFault(db: Database, pragma: string): string {
  try {
    return String(db.pragma(pragma, { simple: true }))
  } catch (error) {
    return String(error)
  }
}

/** Tables that hold no log. */
const tablesOf = (db: Database): readonly string[] =>
  db
    .prepare<[], string>(
      // Not the index of texts, which follows from the rows.
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all()
    .filter((name) => !LOG.has(name))

/** Tables that grow with turns and decisions, whatever the number of skills. */
const LOG: ReadonlySet<string> = new Set(['turns', 'decisions', 'sources', 'group_requests'])

/** statfs numbers of file systems that are unsafe for WAL: NFS, SMB, SMB2, CIFS, 9P, AFS, Ceph. */
const NETWORK = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x5346414f, 0x00c36400])

function typeOf(folder: string): number {
  try {
    return statfsSync(folder).type
  } catch {
    return 0
  }
}

const JOURNALS = ['-wal', '-shm', '-journal']

/** Moves the database with its journals: a journal left alone could be replayed into the new database. */
function moveAside({ file, asideName, onRepair }: OpenOptions, suffixes: readonly string[], why: string): void {
  const aside = unused(asideName(file))
  for (const suffix of suffixes) moveIfThere(file + suffix, aside + suffix)
  const what = suffixes.includes('') ? `it was moved to ${aside} and a new one begun` : `its journal is at ${aside}-wal`
  onRepair(`the database ${file} ${why}; ${what}`)
}

/** Nobody's lock keeps a person from moving the files away at the same time. */
function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** A free name: with a stopped or wrong clock, the name of an earlier one is not reused. */
function unused(name: string): string {
  for (let n = 1; ; n++) {
    const path = n === 1 ? name : `${name}-${n}`
    if (!['', ...JOURNALS].some((suffix) => existsSync(path + suffix))) return path
  }
}
