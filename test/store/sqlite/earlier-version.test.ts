import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Sqlite, { type Database } from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { RULE } from '../conformance/records.ts'
import { options } from './database.ts'

/**
 * Written by the program of that schema version: drafts that wait, were promoted, edited, archived and revoked, decisions of
 * which some were deleted, requests with and without a group, and two turns that were not counted yet.
 */
const EARLIER = new URL('../../fixtures/homes/version-45.db.gz', import.meta.url)

const of = (kind: string): string => `FROM notes WHERE kind = '${kind}'`

/** What holds the rows of tables that are no more. */
const MOVED: Readonly<Record<string, string>> = {
  announcements: `SELECT id AS skill_id, coalesce(announced_at, 0) AS at FROM skills
    WHERE announced_at IS NOT NULL OR (status = 'staged' AND needs_review = 1)`,
  folder_contents: `SELECT key AS skill_id, value_json ->> '$.stamp' AS stamp, value_json ->> '$.content' AS content ${of('content')}`,
  group_levels: `SELECT key AS scope, value_json -> '$.level' AS level_json, value_json ->> '$.upTo' AS up_to ${of('baseline')}`,
  lift_sums: `SELECT key AS skill, value_json -> '$.own' AS own_json, value_json -> '$.overall' AS overall_json ${of('lift')}`,
  looks: `SELECT key AS root, value_json ->> '$.stamp' AS stamp, value_json ->> '$.change' AS change, value_json ->> '$.rules' AS rules ${of('look')}`,
  proof_samples: `SELECT value_json ->> '$.lineage' AS lineage, value_json ->> '$.text' AS text, value_json ->> '$.task' AS task,
    value_json ->> '$.repeat' AS repeat, value_json -> '$.sample' AS sample_json, value_json ->> '$.at' AS at ${of('sample')}`,
  schedules: `SELECT key AS id, value_json ->> '$.skill' AS skill, value_json ->> '$.plan' AS plan_json,
    value_json ->> '$.same' AS same, value_json ->> '$.state' AS state, value_json ->> '$.reason' AS reason,
    value_json ->> '$.nextAt' AS next_at, value_json ->> '$.lookedAt' AS looked_at, value_json ->> '$.createdAt' AS created_at
    ${of('schedule')}`,
  search_state: `SELECT 1 AS id, value_json ->> '$.version' AS version, value_json ->> '$.skills' AS skills,
    value_json ->> '$.phrases' AS phrases, value_json -> '$.lengths' AS lengths_json, value_json ->> '$.changes' AS changes,
    value_json ->> '$.fitted' AS fitted, value_json -> '$.model' AS model_json ${of('index')}`,
  standing_rules: `SELECT key AS id, value_json ->> '$.project' AS project, value_json ->> '$.text' AS text,
    value_json -> '$.sources' AS sources_json, value_json ->> '$.sessions' AS sessions, value_json ->> '$.state' AS state,
    value_json ->> '$.at' AS at ${of('rule')}`,
  uncounted: 'SELECT at, session_id, id AS turn_id, uncounted AS attempts FROM turns WHERE uncounted IS NOT NULL',
  version_drafts: 'SELECT version_id, path, blob FROM version_files WHERE drafted = 1',
}
/** The rows of tables that hold more than theirs. */
const KEPT: Readonly<Record<string, string>> = { version_files: 'SELECT * FROM version_files WHERE drafted = 0' }

/** Rows of a table whose others moved. */
const STAYED: Readonly<Record<string, string>> = {
  conversations: "SELECT * FROM conversations WHERE beginning NOT LIKE 'session:%'",
}

function earlier() {
  const where = options()
  mkdirSync(dirname(where.file), { recursive: true })
  writeFileSync(where.file, gunzipSync(readFileSync(EARLIER)))
  return where
}

it('keeps every row of a database of an earlier version', () => {
  const where = earlier()
  const before = new Sqlite(where.file, { readonly: true })
  const tables = before
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE type IN ('table', 'virtual') AND name NOT LIKE 'sqlite%'",
    )
    .pluck()
    .all()
  const rows = new Map(
    tables.map((name) => [
      name,
      before.prepare<[], Record<string, unknown>>(STAYED[name] ?? `SELECT * FROM ${name}`).all(),
    ]),
  )
  before.close()
  for (const name of Object.keys(MOVED)) expect([name, rows.get(name)?.length]).not.toEqual([name, 0])

  const db = openDatabase(where)
  for (const [name, had] of rows) {
    const has = db.prepare<[], Record<string, unknown>>(MOVED[name] ?? KEPT[name] ?? `SELECT * FROM ${name}`).all()
    const asBefore = has.map((row) =>
      Object.fromEntries(Object.keys(had[0] ?? {}).map((column) => [column, row[column]])),
    )
    expect([name, sorted(asBefore)]).toEqual([name, sorted(had)])
  }
  const fresh = openDatabase(options())
  expect(schemaOf(db)).toEqual(schemaOf(fresh))
  fresh.close()
  expect(db.pragma('integrity_check(1)', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
  expect(where.repairs).toEqual([])
  db.close()
})

it('goes on where the program of an earlier version stopped', async () => {
  const where = earlier()
  await using store = openSqliteStore(where)
  const counted = await store.countNext(() => RULE, 9)
  expect(counted.map(({ turn }) => turn.trajectory.userInput)).toEqual(['not counted yet', 'not counted either'])
  expect(await store.countNext(() => RULE, 9)).toEqual([])
  const drafted = (await store.allVersions()).filter(({ baseId }) => baseId !== null)
  for (const { id } of drafted) expect((await store.draftOf(id)).size).toBeGreaterThan(0)
  expect(drafted.length).toBeGreaterThan(0)
  expect((await store.unannounced()).map(({ name }) => name)).toEqual(['auto-column-rename-report'])
  expect((await store.activations('s 1')).map(({ skill, version, tokens }) => `${skill} ${version} ${tokens}`)).toEqual(
    ['auto-deploy-server-staging 0.1.1 20', 'auto-branch-changes-review 0.1.3 10'],
  )
  expect((await store.schedules()).map(({ id, reason }) => `${id} ${reason}`)).toEqual([
    'schedule-1 null',
    'schedule-2 by hand',
  ])
  expect((await store.rules()).map(({ text }) => text)).toEqual(['Never push to main.', 'Use pnpm.'])
  expect((await store.samples('l1')).map(({ task, repeat }) => `${task} ${repeat}`)).toEqual(['a task 0', 'a task 1'])
})

const schemaOf = (db: Database) =>
  db.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name").all()

const sorted = (rows: readonly object[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()
