// Writes migrations/schema.sql: what all migrations together make, with which a new database begins. Run by "npm run migration".
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Sqlite, { type Database } from 'better-sqlite3'

/** The SQL of a new database, from the numbered files of a folder. */
export function schemaOf(folder: string): string {
  const db = new Sqlite(':memory:')
  const files = readdirSync(folder).filter((name) => /^\d{4}_.*\.sql$/.test(name))
  for (const name of files.sort()) db.exec(readFileSync(join(folder, name), 'utf8'))
  const made = db
    .prepare<[], Entry>(
      // A virtual table makes its shadow tables itself.
      `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`,
    )
    .all()
  // Rows before triggers, which would write others.
  const parts = (isTrigger: boolean) =>
    made.filter(({ type }) => (type === 'trigger') === isTrigger).map(({ sql }) => `${sql};\n`)
  const rows = made
    .filter(({ type, sql }) => type === 'table' && !sql.startsWith('CREATE VIRTUAL'))
    .flatMap(({ name }) => rowsOf(db, name))
  db.close()
  return [
    `-- ${files.length} migrations, written by config/write-schema.ts\n`,
    ...parts(false),
    ...rows,
    ...parts(true),
  ].join('')
}

interface Entry {
  readonly type: string
  readonly name: string
  readonly sql: string
}

/** The rows that migrations put into an empty database. */
function rowsOf(db: Database, table: string): readonly string[] {
  const own = OWN.get(table)
  if (own !== undefined) return [own]
  const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  const values = db.prepare<[], string>(
    `SELECT ${columns.map((name) => `quote("${name}")`).join(" || ', ' || ")} FROM "${table}"`,
  )
  return values
    .pluck()
    .all()
    .map((row) => `INSERT INTO \`${table}\` VALUES (${row});\n`)
}

/** Rows that differ from database to database. */
const OWN: ReadonlyMap<string, string> = new Map([
  ['skill_changes', "INSERT INTO `skill_changes` (`skill`, `token`) VALUES ('', hex(randomblob(8)));\n"],
])

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(import.meta.dirname, '..', 'migrations')
  writeFileSync(join(folder, 'schema.sql'), schemaOf(folder))
}
