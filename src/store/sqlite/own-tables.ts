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
  const fresh = new Sqlite(':memory:')
  try {
    migrate(fresh, migrations, program)
    // One of an earlier version is migrated when it is opened.
    if (versionOf(db)() !== versionOf(fresh)()) return []
    const own = new Map(objectsOf(fresh).map((one) => [nameOf(one), one]))
    const there = new Map(objectsOf(db).map((one) => [nameOf(one), one.sql]))
    for (const [called, { type, sql }] of own) {
      if (type !== 'table' || there.get(called) === sql) continue
      throw there.has(called) ? unlike(`has another ${called} than wayland-core makes`) : unlike(`lacks its ${called}`)
    }
    const foreign = objectsOf(db).filter((one) => own.get(nameOf(one))?.sql !== one.sql)
    // Triggers and views first: a table takes its own along.
    for (const { type, name } of foreign.sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type)))
      db.exec(`DROP ${type.toUpperCase()} IF EXISTS "${name.replaceAll('"', '""')}"`)
    const has = new Set(objectsOf(db).map(nameOf))
    for (const [called, { sql }] of own) if (!has.has(called)) db.exec(sql)
    return foreign.map(nameOf).filter((called) => !own.has(called))
  } finally {
    fresh.close()
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
