import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import * as grouping from '../../../src/store/sqlite/group-schema.ts'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import * as routing from '../../../src/store/sqlite/routing-schema.ts'
import * as schema from '../../../src/store/sqlite/schema.ts'
import { bundled } from '../../bundled.ts'
import { times } from '../../long.ts'
import { scratch } from '../../scratch.ts'
import { MIGRATIONS, options } from './database.ts'

const run = promisify(execFile)
const ROOT = dirname(MIGRATIONS)
const NEWEST = 1 + Math.max(...readdirSync(MIGRATIONS).map((name) => Number.parseInt(name, 10) || 0))

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
    for (const table of Object.values({ ...schema, ...grouping, ...routing })) {
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

  it('do not begin in a database of before the first release, which stays as it is', () => {
    const where = options()
    mkdirSync(dirname(where.file), { recursive: true })
    const db = new Sqlite(where.file)
    db.exec('CREATE TABLE turns (id); PRAGMA user_version = 12')
    db.close()
    expect(() => openDatabase(where)).toThrow(
      expect.objectContaining({ code: 'storage_unavailable', message: expect.stringContaining('version 12') }),
    )
    const after = new Sqlite(where.file)
    expect(after.prepare('SELECT name FROM sqlite_master').pluck().all()).toEqual(['turns'])
    after.close()
    expect(where.repairs).toEqual([])
  })

  it('give each database a token of its own', () => {
    const tokens = [options(), options()].map((where) => {
      const db = openDatabase(where)
      const token = db.prepare('SELECT token FROM skill_changes').pluck().get()
      db.close()
      return token
    })
    expect(tokens).toEqual([expect.stringMatching(/^[0-9A-F]{16}$/), expect.stringMatching(/^[0-9A-F]{16}$/)])
    expect(tokens[0]).not.toBe(tokens[1])
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
