import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { ShownFile } from './bytes.ts'
import type { Left } from './disk.ts'

/** Shows SQLite the database of one cut after the other, in a folder of its own, and says what it makes of it. */
export class Recovery {
  readonly #file: string
  readonly #database: ShownFile
  readonly #log: ShownFile
  readonly #known: Map<string, number | string>

  /** `known`: what was found before, also by another one. */
  constructor(folder: string, known = new Map<string, number | string>()) {
    this.#file = join(folder, 'cut.db')
    this.#database = new ShownFile(this.#file)
    this.#log = new ShownFile(`${this.#file}-wal`)
    this.#known = known
  }

  /** How many turns there are after a cut, the first of them first; words where the database is not sound. */
  of(left: Left, database: string): number | string {
    if (left.names.has(`${database}-journal`)) return 'there is a rollback journal'
    const [main, log] = [left.names.get(database), left.names.get(`${database}-wal`)]
    const changes = main === undefined ? [] : left.changesOf(main)
    this.#database.show(changes)
    this.#log.show(log === undefined ? [] : left.changesOf(log))
    rmSync(`${this.#file}-shm`, { force: true })
    try {
      // A connection that only reads does not write the log into the database when it closes.
      const db = new Sqlite(this.#file, { readonly: true })
      try {
        db.pragma('user_version')
        const isCertain = changes.length === main?.kept
        return isCertain ? this.#once(`${main.kept} ${this.#logAsRead()}`, () => turnsIn(db)) : turnsIn(db)
      } finally {
        db.close()
      }
    } catch (error) {
      return (error as Error).message
    }
  }

  /** The same database with the same log before it is not checked twice. */
  #once(state: string, check: () => number | string): number | string {
    const found = this.#known.get(state) ?? check()
    this.#known.set(state, found)
    return found
  }

  /** Number, checksum and salt of the frames that SQLite has accepted (https://sqlite.org/walformat.html, 2.1). */
  #logAsRead(): string {
    return readFileSync(`${this.#file}-shm`).toString('hex', 16, 40)
  }
}

function turnsIn(db: Database): number | string {
  const check = db.pragma('integrity_check(1)', { simple: true })
  if (check !== 'ok') return String(check)
  // The tables are made in one transaction: a cut before it was flushed leaves none, and a new beginning.
  if (db.pragma('user_version', { simple: true }) === 0) return 0
  const ids = db.prepare<[], string>('SELECT prompt_id FROM turns ORDER BY id').pluck().all()
  const gap = ids.findIndex((id, n) => id !== `p${n}`)
  if (gap !== -1) return `turn ${gap} is gone, and ${ids[gap]} is there`
  for (const [what, sql] of Object.entries(NONE_OF)) {
    const found = db.prepare<[], number>(`SELECT count(*) FROM (${sql})`).pluck().get()
    if (found !== 0) return `${found} ${what}`
  }
  return ids.length
}

const idsIn = (table: string, column: string) =>
  `SELECT value FROM ${table}, json_each(${column}) WHERE value NOT IN (SELECT id FROM turns)`

/** What a transaction in part would leave. */
const NONE_OF: Readonly<Record<string, string>> = {
  'turns are in no streak':
    "SELECT id FROM turns WHERE outcome = 'success' AND id NOT IN (SELECT turn_id FROM group_requests)",
  'requests are of no turn': 'SELECT id FROM group_requests WHERE turn_id NOT IN (SELECT id FROM turns)',
  'turns of streaks are gone': idsIn('buckets', 'turn_ids_json'),
  'turns that a draft is due for are gone': idsIn('triggers', 'turn_ids_json'),
  'turns of evidence are gone': idsIn('skill_versions', 'evidence_json'),
  'skills have no version':
    'SELECT id FROM skills s WHERE NOT EXISTS (SELECT 1 FROM skill_versions v WHERE v.skill_id = s.id AND v.version = s.head_version)',
  'versions have no files': 'SELECT id FROM skill_versions WHERE id NOT IN (SELECT version_id FROM version_files)',
  'skills have no line in the ledger': 'SELECT id FROM skills WHERE name NOT IN (SELECT skill_name FROM ledger)',
  'rows refer to none': 'SELECT * FROM pragma_foreign_key_check',
}
