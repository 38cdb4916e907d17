import { closeSync, existsSync, openSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { makeFolder } from '../make-folder.ts'
import { Sqlite } from './driver.ts'
import { hasForeignJournal, noteJournal } from './journal-owner.ts'
import { holderOf } from './lock-holder.ts'
import { migrate, refuseNewer } from './migrate.ts'

export interface OpenOptions {
  /** The database file; its folder is made when missing. */
  readonly file: string
  readonly migrations: string
  /** Version of the program, for messages. */
  readonly program: string
  /** Milliseconds to wait for another process before `storage_locked`. */
  readonly busyTimeout: number
  /** How much survives a power cut: with NORMAL the last turns may be lost, never the database. */
  readonly synchronous?: 'NORMAL' | 'FULL'
  /** File system type of a folder, as statfs(2) numbers it. */
  readonly fileSystemType?: (folder: string) => number
  /** Names the file that a damaged database is moved to. */
  readonly asideName: (file: string) => string
  readonly onRepair: (what: string) => void
}

/**
 * Opens the database: WAL (a rollback journal on a network file system, where WAL is unsafe), foreign keys, busy timeout,
 * migrated. A damaged file is moved aside, never deleted, and a new one begun; damage beyond the first pages is only seen
 * where `thorough`, which reads the whole file.
 */
export function openDatabase(options: OpenOptions, { thorough = false } = {}): Database {
  const { file } = options
  try {
    makeFolder(dirname(file))
    if (isLeftOver(file)) return renewed(options, thorough)
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
 * Whether the journal at a path belongs to no database there: that was deleted, moved or replaced, or an earlier move was
 * interrupted. SQLite would delete the journal, or apply it to another database than its own.
 */
const isLeftOver = (file: string): boolean =>
  existsSync(file) ? hasForeignJournal(file) : JOURNALS.some((suffix) => existsSync(file + suffix))

/** Moves what is damaged or left over aside and begins anew, one process at a time: the next one finds a sound database. */
function renewed(options: OpenOptions, thorough: boolean): Database {
  const { file, busyTimeout } = options
  const turn = new Sqlite(`${file}.renewal`, { timeout: busyTimeout })
  try {
    turn.exec('BEGIN EXCLUSIVE')
    if (isLeftOver(file)) moveAside(options, JOURNALS, 'was deleted, moved or replaced while it was in use')
    try {
      if (existsSync(file)) return opened(options, thorough)
    } catch (error) {
      if (!isDamage(error)) throw error
    }
    if (existsSync(file)) moveAside(options, ['', ...JOURNALS], 'was damaged')
    return prepare(options)
  } finally {
    turn.close()
    rmSync(`${file}.renewal`, { force: true })
  }
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
  // Made before the driver makes it: what is learned about a person is for that person alone.
  // Closing a file frees every lock that this process has on it, those of its other connections too.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const db = new Sqlite(file, { timeout: busyTimeout })
  try {
    refuseNewer(db, migrations, program)
    // Only a database without a table takes it, and it must come before anything is written.
    if (db.pragma('page_count', { simple: true }) === 0) db.pragma('auto_vacuum = INCREMENTAL')
    db.pragma(`journal_mode = ${NETWORK.has(fileSystemType(dirname(file))) ? 'DELETE' : 'WAL'}`)
    db.pragma(`synchronous = ${synchronous}`)
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    db.pragma('foreign_keys = ON')
    // What is deleted from a page that is written anyway is overwritten in it.
    db.pragma('secure_delete = FAST')
    migrate(db, migrations, program)
    noteJournal(file)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Pages after which the log is carried over, which is when NORMAL syncs: at 4,000 (16 MB) a turn costs two thirds of 1,000. */
const CHECKPOINT_PAGES = 4000

/**
 * Throws what SQLite throws on damage where its own check of the whole file finds any; `quick` looks at the rows that skills
 * rest on alone, and not at their indexes: the log grows with every turn, and most of the file is log.
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

/** Tables that are no log. */
const tablesOf = (db: Database): readonly string[] =>
  db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all()
    .filter((name) => !LOG.has(name))

/** What grows with turns and decisions, whatever the number of skills. */
const LOG: ReadonlySet<string> = new Set(['turns', 'decisions', 'uncounted', 'sources', 'vectors', 'group_requests'])

/** statfs magic numbers of file systems whose locks or shared memory WAL cannot trust: NFS, SMB, SMB2, CIFS, 9P, AFS, Ceph. */
const NETWORK = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x5346414f, 0x00c36400])

function typeOf(folder: string): number {
  try {
    return statfsSync(folder).type
  } catch {
    return 0
  }
}

const JOURNALS = ['-wal', '-shm', '-journal']

/** The files that belong together move together: a journal without its database could be replayed into the new one. */
function moveAside({ file, asideName, onRepair }: OpenOptions, suffixes: readonly string[], why: string): void {
  const aside = unused(asideName(file))
  for (const suffix of suffixes) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  const what = suffixes.includes('') ? `it was moved to ${aside} and a new one begun` : `its journal is at ${aside}-wal`
  onRepair(`the database ${file} ${why}; ${what}`)
}

/** The clock may stand or go back: what was moved aside before is not replaced. */
function unused(name: string): string {
  for (let n = 1; ; n++) {
    const path = n === 1 ? name : `${name}-${n}`
    if (!['', ...JOURNALS].some((suffix) => existsSync(path + suffix))) return path
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** Whether an error of the driver says that the file is no sound database. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))

const DLOPEN_FAILED = 'ERR_DLOPEN_FAILED'

/** Whether an error that `translate` gave says that the driver cannot be loaded, so that no other database would help. */
export const isDriverFault = ({ cause }: WaylandError): boolean => codeOf(cause) === DLOPEN_FAILED

/** A driver's or file system's error in the words of this package. */
export function translate(error: unknown, file: string): WaylandError {
  if (error instanceof WaylandError) return error
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return new WaylandError(
      'storage_locked',
      `the database ${file} is held by ${holderOf(file) ?? 'another process'}`,
      {
        cause: error,
      },
    )
  if (isDamage(error))
    return new WaylandError('storage_unavailable', `the database ${file} is damaged (${message})`, {
      cause: error,
      hint: 'Move the file away; the next command begins a new one.',
    })
  if (code === DLOPEN_FAILED)
    return new WaylandError(
      'storage_unavailable',
      `the database driver better-sqlite3 was built for another version of Node.js than ${process.version}; npm rebuild better-sqlite3 builds it anew`,
      { cause: error, hint: 'Run `npm rebuild better-sqlite3` where wayland-core is installed, with this Node.js.' },
    )
  if (/^(SQLITE_|E[A-Z]+$)/.test(code))
    return new WaylandError('storage_unavailable', `the database ${file} cannot be used (${message})`, { cause: error })
  return new WaylandError('internal', message, { cause: error })
}
