import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { Sqlite } from './driver.ts'
import { migrate, versionOf } from './migrate.ts'

/**
 * Drops what another program added to a copy of the database, and makes indexes anew that it lacks, so that a backup of
 * it can be restored. Returns what was dropped, such as `table notes`. Throws `storage_unavailable` where a table is
 * missing or is another one.
 */
export function keepOwnSchema(db: Database, migrations: string, program: string): readonly string[] {
  return beside(db, migrations, program, (own) => {
    insistOn(own, db)
    const foreign = objectsOf(db).filter((one) => own.get(nameOf(one))?.sql !== one.sql)
    // Triggers and views first: a table takes its own along.
    for (const { type, name } of foreign.sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type)))
      db.exec(`DROP ${type.toUpperCase()} IF EXISTS "${name.replaceAll('"', '""')}"`)
    const has = new Set(objectsOf(db).map(nameOf))
    for (const [called, { sql }] of own) if (!has.has(called)) db.exec(sql)
    return foreign.map(nameOf).filter((called) => !own.has(called))
  })
}

/** Throws `storage_unavailable` where the database of this version lacks a table, or has another one of its name. */
export function insistOnTables(db: Database, migrations: string, program: string): void {
  beside(db, migrations, program, (own) => {
    insistOn(own, db)
    return []
  })
}

type Own = ReadonlyMap<string, SchemaObject>

/** Works with what a new database has; not for one of an earlier version, which is migrated when it is opened. */
function beside(
  db: Database,
  migrations: string,
  program: string,
  work: (own: Own) => readonly string[],
): readonly string[] {
  const fresh = new Sqlite(':memory:')
  try {
    migrate(fresh, migrations, program)
    if (versionOf(db)() !== versionOf(fresh)()) return []
    return work(new Map(objectsOf(fresh).map((one) => [nameOf(one), one])))
  } finally {
    fresh.close()
  }
}

function insistOn(own: Own, db: Database): void {
  const there = new Map(objectsOf(db).map((one) => [nameOf(one), one.sql]))
  for (const [called, { type, sql }] of own) {
    if (type !== 'table' || there.get(called) === sql) continue
    throw there.has(called) ? unlike(`has another ${called} than wayland-core makes`) : unlike(`lacks its ${called}`)
  }
}

interface SchemaObject {
  readonly type: string
  readonly name: string
  readonly sql: string
}

const ORDER: readonly string[] = ['trigger', 'view', 'index', 'table']

/** Without what SQLite makes itself. */
const objectsOf = (db: Database): SchemaObject[] =>
  db
    .prepare<[], SchemaObject>(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all()

const nameOf = ({ type, name }: SchemaObject): string => `${type} ${name}`

const unlike = (how: string): WaylandError =>
  new WaylandError('storage_unavailable', `the database ${how}: another program changed it`, {
    hint: 'Bring a backup back with "wayland-core restore", or move the database away: a new one is begun.',
  })

/**
 * Whether SQLite's integrity_check finds a whole database file sound, in a thread of its own: it reads all of the file, while
 * this thread can read something else. False as well where the thread cannot be asked; the caller checks for itself then.
 */
export async function passesIntegrityCheck(file: string): Promise<boolean> {
  const driver = createRequire(import.meta.filename).resolve('better-sqlite3')
  const thread = new Worker(THREAD, { eval: true, workerData: { driver, file }, env: {}, execArgv: [], stderr: true })
  try {
    return await new Promise<boolean>((resolve) => {
      thread.on('message', (found) => resolve(found === 'ok'))
      thread.on('error', () => resolve(false))
      thread.on('exit', () => resolve(false))
    })
  } finally {
    await thread.terminate()
  }
}

/** Source of the thread: it must not depend on modules that are bundled. */
const THREAD = `
const { parentPort, workerData: { driver, file } } = require('node:worker_threads')
const db = new (require(driver))(file, { readonly: true, fileMustExist: true })
try {
  parentPort.postMessage(db.pragma('integrity_check(1)', { simple: true }))
} finally {
  db.close()
}
`
