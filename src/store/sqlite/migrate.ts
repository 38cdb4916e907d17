import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'

/**
 * Applies every numbered SQL file that the database lacks, in one `BEGIN IMMEDIATE`, so that two processes may start
 * together. A new one begins with the newest file that makes all tables (`_loop`), which others need not. A database of a
 * newer program throws `newer_database` with both versions.
 */
export function migrate(db: Database, folder: string, program: string): void {
  const files = filesOf(folder)
  const newest = newestOf(files)
  if (version(db) === newest) return
  db.transaction(() => {
    const from = version(db)
    if (from > newest) throw refuseVersion(db, from, newest, program)
    for (const { name } of dueOf(files, from)) db.exec(readFileSync(join(folder, name), 'utf8'))
    db.pragma(`user_version = ${newest}`)
  }).immediate()
}

function dueOf(files: Files, from: number): Files {
  const isWhole = ({ name }: Files[number]) => name.endsWith('_loop.sql')
  if (from === 0) return files.slice(Math.max(0, files.findLastIndex(isWhole)))
  return files.filter((one) => one.version > from && !isWhole(one))
}

/**
 * Before any pragma that would write to such a database: throws `newer_database` with `hint`, and `storage_unavailable` for
 * a database of another program.
 */
export function refuseOthers(db: Database, folder: string, program: string, hint?: string): void {
  const files = filesOf(folder)
  const [has, knows] = [version(db), newestOf(files)]
  if (has > knows) throw refuseVersion(db, has, knows, program, hint)
  if (has > 0 && has + 1 < (files[0]?.version ?? 0))
    throw new WaylandError('storage_unavailable', `${db.name} was made before the first release (version ${has})`, {
      hint: 'Move the file away, and the next command begins a new one from the skills and their ledger.',
    })
  // Ours gets its tables and its version in one transaction, which may end between two reads: the version is read last.
  if (has === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined && version(db) === 0)
    throw new WaylandError('storage_unavailable', `the database ${db.name} was made by another program`, {
      hint: 'Move the file away, and the next command begins a new one; or use another data folder.',
    })
}

/** The numbered files in their order, and the version that a database has after each. */
const filesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ name, version: Number(name.slice(0, 4)) + 1 }))

type Files = ReturnType<typeof filesOf>

const newestOf = (files: Files): number => files.at(-1)?.version ?? 0

const version = (db: Database): number => versionOf(db)()

export function versionOf(db: Database): () => number {
  const read = db.prepare<[], number>('PRAGMA user_version').pluck()
  return () => read.get()!
}

export const refuseVersion = (db: Database, has: number, knows: number, program: string, hint?: string) =>
  new WaylandError(
    'newer_database',
    `${db.name} has schema version ${has}, and this wayland-core ${program} knows versions up to ${knows}`,
    hint === undefined ? {} : { hint },
  )
