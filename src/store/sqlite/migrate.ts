import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'

/**
 * Applies every numbered SQL file that the database lacks, in one `BEGIN IMMEDIATE`, so that two processes may start
 * together. A database of a newer program throws `newer_database` with both versions.
 */
export function migrate(db: Database, folder: string, program: string): void {
  const files = filesOf(folder)
  if (version(db) === files.length) return
  db.transaction(() => {
    const from = version(db)
    if (from > files.length) throw refuseVersion(db, from, files.length, program)
    const whole = from === 0 ? wholeSchema(folder, files.length) : undefined
    if (whole !== undefined) db.exec(whole)
    else for (const name of files.slice(from)) db.exec(readFileSync(join(folder, name), 'utf8'))
    db.pragma(`user_version = ${files.length}`)
  }).immediate()
}

/** What so many migrations make, in one file: a new database is ready in a third of the time (measured). */
function wholeSchema(folder: string, migrations: number): string | undefined {
  const file = join(folder, 'schema.sql')
  const sql = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return sql.startsWith(`-- ${migrations} migrations,`) ? sql : undefined
}

/**
 * Before any pragma that would write to such a database: throws `newer_database` with `hint`, and `storage_unavailable` for
 * a database of another program.
 */
export function refuseOthers(db: Database, folder: string, program: string, hint?: string): void {
  const [has, knows] = [version(db), filesOf(folder).length]
  if (has > knows) throw refuseVersion(db, has, knows, program, hint)
  // Ours gets its tables and its version in one transaction, which may end between two reads: the version is read last.
  if (has === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined && version(db) === 0)
    throw new WaylandError('storage_unavailable', `the database ${db.name} was made by another program`, {
      hint: 'Move the file away, and the next command begins a new one; or use another data folder.',
    })
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()

const version = (db: Database): number => versionOf(db)()

/** A prepared read of a database's schema version. */
export function versionOf(db: Database): () => number {
  const read = db.prepare<[], number>('PRAGMA user_version').pluck()
  return () => read.get()!
}

/** The error for a database whose schema this program does not know. */
export const refuseVersion = (db: Database, has: number, knows: number, program: string, hint?: string) =>
  new WaylandError(
    'newer_database',
    `${db.name} has schema version ${has}, and this wayland-core ${program} knows versions up to ${knows}`,
    hint === undefined ? {} : { hint },
  )
