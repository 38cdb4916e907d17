import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { check, openDatabase } from '../../../src/store/sqlite/open.ts'
import { options } from './database.ts'

/** An index, a row of its table, and a change of the column that it is of. */
const INDEXES: readonly (readonly [index: string, insert: string, change: string])[] = [
  [
    'turns_identity',
    `INSERT INTO turns (id, engine, session_id, prompt_id, signature, outcome, user_input, summary, at)
     VALUES (:id, 'codex', 's', :id, 'a', 'success', 'do it', '1 turn', 1)`,
    "UPDATE turns SET prompt_id = 'other' WHERE id = 'one'",
  ],
  [
    'decisions_prompt',
    `INSERT INTO decisions (id, at, task, session_id, prompt_id, reason, candidates_json)
     VALUES (:id, 1, 'do it', 's', :id, 'picked', '[]')`,
    "UPDATE decisions SET prompt_id = 'other' WHERE id = 'one'",
  ],
  [
    'ledger_skill',
    "INSERT INTO ledger (at, skill_name, move, actor, reason) VALUES (1, :id, 'draft', 'auto', 'why')",
    "UPDATE ledger SET skill_name = 'other' WHERE skill_name = 'one'",
  ],
]

/** A database with an entry in one index that says of a row what it said before, and nothing else that is wrong. */
function damagedIn([index, insert, change]: (typeof INDEXES)[number]): string {
  const where = options()
  const filled = openDatabase(where)
  for (const id of ['one', 'two']) filled.prepare(insert).run({ id })
  filled.close()
  const db = new Sqlite(where.file)
  const entry = db.prepare('SELECT * FROM sqlite_schema WHERE name = ?').get(index)
  const inSchema = (sql: string, given: unknown) => {
    db.unsafeMode(true)
    db.pragma('writable_schema = ON')
    db.prepare(sql).run(given)
    db.pragma('writable_schema = RESET')
    db.unsafeMode(false)
  }
  // The row changes while its index is not known to be there.
  inSchema('DELETE FROM sqlite_schema WHERE name = ?', index)
  db.exec(change)
  inSchema('INSERT INTO sqlite_schema VALUES (:type, :name, :tbl_name, :rootpage, :sql)', entry)
  db.close()
  return where.file
}

it.each(INDEXES)('finds damage that lies in the index %s alone, which the quick check of SQLite does not', (...one) => {
  const file = damagedIn(one)
  const db = new Sqlite(file)
  expect(db.pragma('quick_check', { simple: true })).toBe('ok')
  expect(() => check(db)).toThrow(`missing from index ${one[0]}`)
  db.close()
})
