import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { isAsSealed, seal } from './backup-seal.ts'
import { Sqlite } from './driver.ts'
import { migrate, refuseOthers } from './migrate.ts'
import { isDamage } from './open.ts'

/** Folders in a backup, beside the database. */
export const PLACES = ['skills', 'archive', 'verdicts', 'scheduled'] as const
export type BackupPlace = (typeof PLACES)[number]

/** One file of a backup; `path` is relative to its folder, with `/`. */
export interface BackedUp {
  readonly place: BackupPlace
  readonly path: string
  readonly isExecutable: boolean
  readonly bytes: Uint8Array
}

/** SQLite's application_id of a backup: "WLBK". */
const MARK = 0x57_4c_42_4b
/** File name limit of common file systems, in bytes. */
const MAX_NAME_BYTES = 255

/**
 * Writes a backup: a SQLite database that is a consistent copy of `from`, made while others may write to it, with the
 * files as rows with digests. It is sealed and synced; reading it creates no file from its content.
 */
export async function writeBackup(from: string, to: string, files: Iterable<BackedUp>): Promise<number> {
  makePrivate(to)
  const source = new Sqlite(from, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
  try {
    // In one step: a copy in several steps restarts at every turn that is recorded meanwhile.
    await source.backup(to, { progress: () => ALL_PAGES })
  } finally {
    source.close()
  }
  const copy = new Sqlite(to)
  let count = 0
  try {
    copy.pragma('journal_mode = MEMORY')
    copy.transaction(() => {
      copy.exec(`CREATE TABLE ${TABLE} (place TEXT NOT NULL, path TEXT NOT NULL, executable INTEGER NOT NULL,
        digest TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (place, path))`)
      const add = copy.prepare(`INSERT INTO ${TABLE} VALUES (?,?,?,?,?)`)
      for (const { place, path, isExecutable, bytes } of files) {
        add.run(place, path, Number(isExecutable), digestOf(bytes), Buffer.from(bytes))
        count++
      }
      copy.pragma(`application_id = ${MARK}`)
    })()
    insistSound(copy, to)
  } finally {
    copy.close()
  }
  seal(to)
  return count
}

/**
 * Reads a backup: writes the database to `to` and passes its files one by one to `each`. Everything is checked before
 * the first file. Throws `bad_backup`, or `newer_database` if a newer program made it.
 */
export async function readBackup(
  file: string,
  to: string,
  { migrations, program }: { readonly migrations: string; readonly program: string },
  each: (file: BackedUp) => Promise<void>,
): Promise<void> {
  if (!existsSync(file)) throw new WaylandError('no_such_file', `there is no ${file}`)
  const backup = opened(file)
  try {
    refuseOthers(backup, migrations, program)
    const rows = backup
      .prepare<[], Omit<Row, 'bytes'> & { rowid: number }>(
        `SELECT rowid, place, path, executable, digest FROM ${TABLE}`,
      )
      .all()
    insistSafe(file, rows)
    const bytesOf = backup.prepare<[number], Buffer>(`SELECT bytes FROM ${TABLE} WHERE rowid = ?`).pluck()
    for (const { rowid, path, digest } of rows)
      if (digestOf(bytesOf.get(rowid)!) !== digest) throw bad(file, `its copy of ${path} is damaged`)
    makePrivate(to)
    await backup.backup(to, { progress: () => ALL_PAGES })
    makeOwn(to, file, migrations, program)
    for (const { rowid, place, path, executable } of rows) {
      const bytes = bytesOf.get(rowid)!
      await each({ place: place as BackupPlace, path, isExecutable: executable === 1, bytes })
    }
  } catch (error) {
    throw isDamage(error) || isUnlike(error) ? bad(file, 'it is damaged', error) : error
  } finally {
    backup.close()
  }
}

interface Row {
  readonly place: string
  readonly path: string
  readonly executable: number
  readonly digest: string
}

const TABLE = 'backup_files'
const ALL_PAGES = 0x7f_ff_ff_ff
const BUSY_MS = 10_000

function opened(file: string): Database {
  let db: Database | undefined
  try {
    db = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
    if (db.pragma('application_id', { simple: true }) !== MARK) throw bad(file, 'it is something else')
    if (!isAsSealed(file)) throw bad(file, 'it is damaged')
    insistSound(db, file)
    return db
  } catch (error) {
    db?.close()
    if (error instanceof WaylandError) throw error
    throw bad(file, 'it cannot be read as one', error)
  }
}

function insistSound(db: Database, file: string): void {
  if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw bad(file, 'it is damaged')
}

/** Every path must be a valid relative file path on every system, and no file the parent of another. */
function insistSafe(file: string, rows: readonly Row[]): void {
  const seen = new Set(rows.map(({ place, path }) => `${place}/${path}`.normalize('NFC').toLowerCase()))
  if (seen.size !== rows.length) throw bad(file, 'two of its files have the same path')
  for (const { place, path } of rows) {
    const steps = typeof path === 'string' ? path.split('/') : ['']
    const isSafe = steps.every((step) => step !== '' && step !== '.' && step !== '..' && isName(step))
    if (!(PLACES as readonly string[]).includes(place) || !isSafe)
      throw bad(file, `it holds a path that leads elsewhere: ${JSON.stringify(`${place}/${path}`)}`)
    for (let n = 1; n < steps.length; n++)
      if (seen.has(`${place}/${steps.slice(0, n).join('/')}`.normalize('NFC').toLowerCase()))
        throw bad(file, `it holds ${JSON.stringify(path)} below what is a file`)
  }
}

/** Excludes drives, streams and control characters. */
const isName = (step: string): boolean => Buffer.byteLength(step) <= MAX_NAME_BYTES && !/[\\:\p{Cc}]/u.test(step)

/**
 * Turns the copy into a database of this program: at its schema version, without the files, and without foreign schema
 * objects such as triggers.
 */
function makeOwn(to: string, file: string, migrations: string, program: string): void {
  const db = new Sqlite(to)
  const fresh = new Sqlite(':memory:')
  try {
    db.pragma('journal_mode = MEMORY')
    db.pragma('foreign_keys = OFF')
    db.exec(`DROP TABLE ${TABLE}`)
    db.pragma('application_id = 0')
    migrate(fresh, migrations, program)
    // Foreign triggers must not run during the migration.
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view')").get() !== undefined)
      throw bad(file, 'its database holds what wayland-core did not make')
    migrate(db, migrations, program)
    if (schemaOf(db) !== schemaOf(fresh)) throw bad(file, 'its database is not made as one of wayland-core')
    if (db.prepare('PRAGMA foreign_key_check').get() !== undefined) throw bad(file, 'rows of its database are missing')
    db.exec('VACUUM')
  } finally {
    db.close()
    fresh.close()
  }
  syncFile(to)
}

const schemaOf = (db: Database): string =>
  db
    .prepare<[], string>(
      "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
    )
    .pluck()
    .all()
    .join('\n')

/** Created before the driver opens it, so that only this user can read it. */
const makePrivate = (path: string): void => closeSync(openSync(path, 'a', 0o600))

function syncFile(path: string): void {
  const handle = openSync(path, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Whether the error is a missing table or column. */
const isUnlike = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'SQLITE_ERROR'

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const bad = (file: string, why: string, cause?: unknown): WaylandError =>
  new WaylandError('bad_backup', `${file} is no whole backup of wayland-core: ${why}; nothing was changed`, {
    ...(cause === undefined ? {} : { cause }),
  })
