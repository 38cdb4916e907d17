import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { schemaOf } from '../../../config/write-schema.ts'
import { newArm } from '../../../src/domain/routing/learned-rates.ts'
import * as grouping from '../../../src/store/sqlite/group-schema.ts'
import * as lookups from '../../../src/store/sqlite/lookup-schema.ts'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import * as routing from '../../../src/store/sqlite/routing-schema.ts'
import * as schema from '../../../src/store/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import * as vectors from '../../../src/store/sqlite/vector-schema.ts'
import { bundled } from '../../bundled.ts'
import { times } from '../../long.ts'
import { scratch } from '../../scratch.ts'
import { MIGRATIONS, options } from './database.ts'

const run = promisify(execFile)
const ROOT = dirname(MIGRATIONS)
const NEWEST = readdirSync(MIGRATIONS).filter((name) => /^\d.*\.sql$/.test(name)).length

describe('migrations', () => {
  it('leave drizzle-kit nothing to write: they say what the schemas say', async () => {
    const out = join(scratch(), 'migrations')
    cpSync(MIGRATIONS, out, { recursive: true })
    const before = readdirSync(out)
    const kit = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs')
    // Paths below the working directory: drizzle-kit puts "./" before them.
    const schemaFiles = 'src/store/sqlite/*schema.ts'
    const { stdout } = await run(
      process.execPath,
      [kit, 'generate', '--dialect', 'sqlite', '--schema', schemaFiles, '--out', relative(ROOT, out)],
      { cwd: ROOT },
    )
    expect(stdout).toContain('No schema changes')
    expect(readdirSync(out)).toEqual(before)
  })

  it('make the tables and columns that the schemas name', () => {
    const db = openDatabase(options())
    for (const table of Object.values({ ...schema, ...grouping, ...lookups, ...routing, ...vectors })) {
      const { name, columns } = getTableConfig(table)
      const made = db.pragma(`table_info(${name})`) as { name: string; type: string; notnull: number; pk: number }[]
      const [has, wants] = [
        made.map((one) => `${one.name} ${one.type.toLowerCase()} ${one.notnull === 1}`),
        columns.map((one) => `${one.name} ${one.getSQLType()} ${one.notNull}`),
      ]
      expect([name, ...has.sort()]).toEqual([name, ...wants.sort()])
    }
    db.close()
  })

  it('one by one make what a new database begins with', () => {
    expect(readFileSync(join(MIGRATIONS, 'schema.sql'), 'utf8')).toBe(schemaOf(MIGRATIONS))
    const steps = join(scratch(), 'migrations')
    cpSync(MIGRATIONS, steps, { recursive: true, filter: (path) => !path.endsWith('schema.sql') })
    const [whole, stepped] = [MIGRATIONS, steps].map((migrations) => {
      const db = openDatabase({ ...options(), migrations })
      const made = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all()
      const tables = db
        .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'")
        .pluck()
        .all()
      const rows = tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()])
      const version = db.pragma('user_version', { simple: true })
      db.close()
      return { made, version, rows: Object.fromEntries(rows) }
    })
    // The token of each database is its own.
    const token = { skill_changes: [{ token: expect.stringMatching(/^[0-9A-F]{16}$/) }] }
    expect(whole).toMatchObject({ rows: token })
    expect(whole).toMatchObject({ ...stepped, rows: { ...stepped?.rows, ...token } })
    expect(whole?.rows.skill_changes).not.toEqual(stepped?.rows.skill_changes)
  })

  it('run once, whoever opens the database again', () => {
    const where = options()
    openDatabase(where).close()
    const db = openDatabase(where)
    expect(db.pragma('user_version', { simple: true })).toBe(NEWEST)
    db.close()
  })

  it('bring an older database forward and keep its rows', () => {
    const where = options()
    openDatabase(where).close()
    const later = join(scratch(), 'migrations')
    cpSync(MIGRATIONS, later, { recursive: true })
    writeFileSync(join(later, '9999_more.sql'), "ALTER TABLE arms ADD COLUMN more text DEFAULT 'x' NOT NULL;")
    const before = new Sqlite(where.file)
    before.exec("INSERT INTO arms (name, successes, failures, offered, loaded) VALUES ('a', 1, 2, 3, 4)")
    before.close()
    const db = openDatabase({ ...where, migrations: later })
    expect(db.prepare('SELECT name, more FROM arms').all()).toEqual([{ name: 'a', more: 'x' }])
    db.close()
  })

  it('number the decisions that have no number yet, and keep what was counted of a skill as what is known of it', async () => {
    const where = options()
    const first = join(scratch(), 'migrations')
    mkdirSync(first)
    cpSync(join(MIGRATIONS, '0000_loop.sql'), join(first, '0000_loop.sql'))
    const old = openDatabase({ ...where, migrations: first })
    old.exec("INSERT INTO arms VALUES ('a', 6, 2, 9, 8, 5)")
    old.exec(`INSERT INTO buckets VALUES ('', 'two', '["x","y"]', 1), ('', 'one', '["z"]', 1), ('', 'damaged', '[', 1)`)
    for (const id of ['x', 'y'])
      old
        .prepare(
          "INSERT INTO decisions (id, at, task, pick, reason, candidates_json) VALUES (?, 1, 't', 'a', 'picked', '[]')",
        )
        .run(id)
    old.close()
    await using store = openSqliteStore(where)
    const { decisions, arms } = await store.knowledge(['a'], '')
    expect(decisions).toBe(2)
    const read = new Sqlite(where.file, { readonly: true })
    expect(read.prepare('SELECT signature, streak FROM buckets ORDER BY streak').raw().all()).toEqual([
      ['damaged', 0],
      ['one', 1],
      ['two', 2],
    ])
    read.close()
    expect((await store.tally()).decisions).toBe(2)
    expect(arms.get('a')).toEqual({ ...newArm(0, { successes: 6, failures: 2 }), outcomes: 8 })
    expect(await store.settle('y', 'success', 1)).toEqual({ status: 'credited', skill: 'a' })
    expect(await store.settledDecisions()).toMatchObject([{ id: 'y', number: 2, weighed: [] }])
    expect((await store.knowledge(['a'], '')).arms.get('a')?.outcomes).toBe(9)
  })

  it('give a draft that nobody reviewed to the project of its turns, if there are fewer than three', async () => {
    const where = options()
    const before = join(scratch(), 'migrations')
    cpSync(MIGRATIONS, before, {
      recursive: true,
      filter: (path) => !/\/(?:schema|00(?:3[3-9]|[4-9]\d)_.*)\.sql$/.test(path),
    })
    const old = openDatabase({ ...where, migrations: before })
    old.pragma('foreign_keys = OFF')
    const turn =
      old.prepare(`INSERT INTO turns (id, engine, session_id, signature, outcome, user_input, summary, at, project_dir, project)
      VALUES (?, 'pi', '', '', 'success', '', '', 1, ?, ?)`)
    turn.run('a', '/app', null)
    turn.run('b', '/w/app', '/app')
    turn.run('c', '/b', null)
    turn.run('d', '/c', null)
    turn.run('none', null, null)
    const skill =
      old.prepare(`INSERT INTO skills (id, name, origin, status, description, triggers_json, body, path, needs_review,
        evidence_count, head_version, created_at) VALUES (@name, @name, @origin, 'staged', '', '[]', '', '', @review, 3, '0.1.0', 1)`)
    const version =
      old.prepare(`INSERT INTO skill_versions (id, skill_id, version, author, reason, state, digest, evidence_json, created_at)
      VALUES (@name, @name, '0.1.0', 'auto', '', 'accepted', '', '[]', 1)`)
    const evidence = old.prepare('INSERT INTO version_evidence (turn_id, version_id) VALUES (?, ?)')
    for (const [name, origin, review, turns] of [
      ['one', 'auto', 1, 'ab'],
      ['two', 'model', 1, 'ac'],
      ['three', 'auto', 1, 'acd'],
      ['reviewed', 'auto', 0, 'ab'],
      ['persons', 'person', 1, 'ab'],
      ['nowhere', 'auto', 1, ''],
    ] as const) {
      skill.run({ name, origin, review })
      version.run({ name })
      for (const id of turns === '' ? ['none'] : turns) evidence.run(id, name)
    }
    old.close()
    await using store = openSqliteStore(where)
    const projects = (await store.skills()).flatMap((one) =>
      one.projects === undefined ? [] : [[one.name, one.projects]],
    )
    expect(Object.fromEntries(projects)).toEqual({ one: ['/app'], two: ['/app', '/b'] })
  })

  it('leave the database as it was when one of them fails', () => {
    const where = options()
    const broken = join(scratch(), 'migrations')
    mkdirSync(broken)
    writeFileSync(join(broken, '0000_good.sql'), 'CREATE TABLE a (x);')
    writeFileSync(join(broken, '0001_bad.sql'), 'CREATE TABLE b (x); CREATE TABLE a (x);')
    expect(() => openDatabase({ ...where, migrations: broken })).toThrow(
      expect.objectContaining({ code: 'storage_unavailable' }),
    )
    const db = new Sqlite(where.file)
    expect(db.prepare('SELECT name FROM sqlite_master').all()).toEqual([])
    expect(db.pragma('user_version', { simple: true })).toBe(0)
    db.close()
  })

  it('are refused by a program that is older than the database, and both versions are named', () => {
    const where = options()
    const db = openDatabase(where)
    db.pragma(`user_version = ${NEWEST + 4}`)
    db.close()
    expect(() => openDatabase(where)).toThrow(
      expect.objectContaining({
        code: 'newer_database',
        message: expect.stringContaining(
          `schema version ${NEWEST + 4}, and this wayland-core 1.2.3 knows versions up to ${NEWEST}`,
        ),
      }),
    )
    expect(where.repairs).toEqual([])
  })

  it('leave a newer database as it is to the byte, its journal mode included', () => {
    const where = options()
    openDatabase(where).close()
    const db = new Sqlite(where.file)
    db.pragma('journal_mode = DELETE')
    db.pragma(`user_version = ${NEWEST + 4}`)
    db.close()
    const before = readFileSync(where.file)
    expect(() => openDatabase(where)).toThrow(expect.objectContaining({ code: 'newer_database' }))
    expect(readFileSync(where.file).equals(before)).toBe(true)
  })

  it('are safe when processes start together on a database that is not there yet', async () => {
    const open = await bundled(join(ROOT, 'test/store/sqlite/open-once.ts'))
    for (let round = 0; round < times(2, 20); round++) {
      const { file } = options()
      const starts = Array.from({ length: 4 }, async () => await run(process.execPath, [open, file]))
      const said = (await Promise.all(starts)).map(({ stdout }) => stdout.trim())
      expect(said).toEqual(['migrated', 'migrated', 'migrated', 'migrated'])
    }
  })
})
