import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { isSkillName } from '../../domain/skill.ts'
import { faultOfPaths, isAsSealed, seal } from './backup-seal.ts'
import { Sqlite } from './driver.ts'
import { isDamage, translate } from './driver-fault.ts'
import { migrate, refuseOthers, versionOf } from './migrate.ts'
import { returnsPages } from './retention.ts'

/** Folders in a backup, beside the database. */
export const PLACES = ['skills', 'archive', 'verdicts', 'scheduled'] as const
export type BackupPlace = (typeof PLACES)[number]

/** Folder of the migrations, and the version of the program that they belong to. */
export interface ProgramSchema {
  readonly migrations: string
  readonly program: string
}

/** One file of a backup; `path` is relative to its folder, with `/`. */
export interface BackedUp {
  readonly place: BackupPlace
  readonly path: string
  readonly isExecutable: boolean
  readonly bytes: Uint8Array
}

/** SQLite's application_id of a backup: "WLBK". */
const MARK = 0x57_4c_42_4b

/**
 * Writes a backup: a SQLite database that is a consistent copy of `from`, made while others may write to it, with the
 * files as rows with digests. It is sealed and synced; reading it creates no file from its content. Throws
 * `storage_unavailable` where another program changed the schema: such a backup could not be restored.
 */
export async function writeBackup(
  from: string,
  to: string,
  files: Iterable<BackedUp>,
  { migrations, program }: ProgramSchema,
): Promise<number> {
  makePrivate(to)
  await copyOf(from, to)
  const copy = new Sqlite(to)
  let count = 0
  try {
    copy.pragma('journal_mode = MEMORY')
    copy.pragma('foreign_keys = OFF')
    copy.transaction(() => {
      // A backup that was moved into the place of the database still has its files.
      copy.exec(`DROP TABLE IF EXISTS ${TABLE}`)
      insistOwn(copy, from, migrations, program)
      copy.exec(`CREATE TABLE ${TABLE} (place TEXT NOT NULL, path TEXT NOT NULL, executable INTEGER NOT NULL,
        digest TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (place, path))`)
      const add = copy.prepare(`INSERT INTO ${TABLE} VALUES (?,?,?,?,?)`)
      for (const { place, path, isExecutable, bytes } of files) {
        add.run(place, path, Number(isExecutable), digestOf(bytes), Buffer.from(bytes))
        count++
      }
      copy.pragma(`application_id = ${MARK}`)
    })()
    // A damaged database copies without an error.
    if (!isSound(copy)) throw damaged(from)
  } finally {
    copy.close()
  }
  seal(to)
  return count
}

/** Copies a database. What fails before there is anything to write is of the database, and not of the copy. */
async function copyOf(from: string, to: string): Promise<void> {
  let source: Database | undefined
  try {
    source = new Sqlite(from, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
    source.pragma('schema_version')
  } catch (error) {
    source?.close()
    throw isDamage(error) ? damaged(from, error) : translate(error, from)
  }
  try {
    // In one step: a copy in several steps restarts at every turn that is recorded meanwhile.
    await source.backup(to, { progress: () => ALL_PAGES })
  } catch (error) {
    throw isDamage(error) ? damaged(from, error) : error
  } finally {
    source.close()
  }
}

const damaged = (database: string, cause?: unknown): WaylandError =>
  new WaylandError('storage_unavailable', `the database ${database} is damaged; no backup was written`, {
    hint: 'Bring an earlier backup back with "wayland-core restore", or move the database away: the next command begins a new one and finds the skills again.',
    ...(cause === undefined ? {} : { cause }),
  })

/** Throws as `readBackup` does where the file is no whole backup. */
export const insistBackup = (file: string): void => void opened(file).close()

/**
 * Reads a backup: writes the database to `to` and passes its files one by one to `each`. Everything is checked before
 * the first file. Throws `bad_file`, or `newer_database` if a newer program made it.
 */
export async function readBackup(
  file: string,
  to: string,
  { migrations, program }: ProgramSchema,
  each: (file: BackedUp) => Promise<void>,
): Promise<void> {
  const backup = opened(file)
  try {
    if (versionOf(backup)() < 1) throw bad(file, 'its database is not made as one of wayland-core')
    refuseOthers(backup, migrations, program, 'Update wayland-core, and restore it then.')
    const rows = backup
      .prepare<[], Omit<Row, 'bytes'> & { rowid: number }>(
        `SELECT rowid, place, path, executable, digest FROM ${TABLE}`,
      )
      .all()
    const fault = faultOfPaths(rows, PLACES, process.platform)
    if (fault !== undefined) throw bad(file, fault)
    const bytesOf = backup.prepare<[number], unknown>(`SELECT bytes FROM ${TABLE} WHERE rowid = ?`).pluck()
    const read = ({ rowid, path, digest }: (typeof rows)[number]): Buffer => {
      const bytes = bytesOf.get(rowid)
      if (!Buffer.isBuffer(bytes) || digestOf(bytes) !== digest) throw bad(file, `its copy of ${path} is damaged`)
      return bytes
    }
    for (const row of rows) read(row)
    makePrivate(to)
    await backup.backup(to, { progress: () => ALL_PAGES })
    makeOwn(to, file, migrations, program)
    for (const row of rows) {
      const { place, path, executable } = row
      await each({ place: place as BackupPlace, path, isExecutable: executable === 1, bytes: read(row) })
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
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new WaylandError('not_found', `there is no ${file}`)
  // Opening a pipe would wait for its other end.
  if (!found.isFile()) throw bad(file, 'it is no file')
  let db: Database | undefined
  try {
    db = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
    if (db.pragma('application_id', { simple: true }) !== MARK) throw bad(file, 'it is something else')
    if (!isSound(db)) throw bad(file, 'it is damaged')
    if (!isAsSealed(file, sizeOf(db))) throw bad(file, 'it is damaged')
    return db
  } catch (error) {
    db?.close()
    if (error instanceof WaylandError) throw error
    throw bad(file, 'it cannot be read as one', error)
  }
}

/** Bytes of a database without what follows its last page. */
const sizeOf = (db: Database): number =>
  Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }))

const isSound = (db: Database): boolean => db.pragma('integrity_check(1)', { simple: true }) === 'ok'

/** One of an earlier version is migrated when it is opened. */
function insistOwn(db: Database, file: string, migrations: string, program: string): void {
  const fresh = new Sqlite(':memory:')
  try {
    migrate(fresh, migrations, program)
    const strange = versionOf(db)() === versionOf(fresh)() ? differences(db, fresh) : []
    if (strange.length > 0)
      throw new WaylandError(
        'storage_unavailable',
        `another program changed the schema of the database ${file}: ${strange.join(', ')}`,
        {
          hint: 'Take out what was added there, bring a backup back with "wayland-core restore", or move the database away: a new one is begun.',
        },
      )
  } finally {
    fresh.close()
  }
}

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
    if (differences(db, fresh).length > 0) throw bad(file, 'its database is not made as one of wayland-core')
    const strange = db
      .prepare<[], string>('SELECT name FROM skills')
      .pluck()
      .all()
      .find((name) => !isSkillName(name))
    if (strange !== undefined)
      throw bad(file, `it holds a skill whose name leads elsewhere: ${JSON.stringify(strange)}`)
    if (db.prepare('PRAGMA foreign_key_check').get() !== undefined) throw bad(file, 'rows of its database are missing')
    shrink(db)
  } finally {
    db.close()
    fresh.close()
  }
  syncFile(to)
}

/**
 * Gives back the pages that the files took. No journal, which would hold all pages of the database in memory where they are
 * written anew: what fails leaves a copy that is thrown away.
 */
function shrink(db: Database): void {
  db.pragma('journal_mode = OFF')
  if (returnsPages(db)) db.exec('PRAGMA incremental_vacuum')
  else db.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
}

/** What only one of two schemas has, or has otherwise, such as `table notes`. */
function differences(one: Database, other: Database): readonly string[] {
  const [a, b] = [schemaOf(one), schemaOf(other)]
  const apart = [...a].filter(([named, sql]) => b.get(named) !== sql).map(([named]) => named)
  return [...apart, ...[...b.keys()].filter((named) => !a.has(named))]
}

const schemaOf = (db: Database): ReadonlyMap<string, string | null> =>
  new Map(
    db
      .prepare<[], [string, string | null]>(
        "SELECT type || ' ' || name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
      )
      .raw()
      .all(),
  )

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
  new WaylandError('bad_file', `${file} is no whole backup of wayland-core: ${why}; nothing was changed`, {
    hint: 'Give a file that "wayland-core backup" wrote, whole and unchanged.',
    ...(cause === undefined ? {} : { cause }),
  })
