import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { translate } from '../../../src/store/sqlite/driver-fault.ts'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { options } from './database.ts'

const NFS = 0x6969
const EXT4 = 0xef53

const setting = (db: Database, name: string) => db.pragma(name, { simple: true })

/** A closed database with a few hundred pages of turns. */
function filled() {
  const where = options({ fileSystemType: () => EXT4 })
  const db = openDatabase(where)
  const add = db.prepare(
    `INSERT INTO turns (id, engine, session_id, signature, outcome, user_input, summary, at) VALUES (?,'x','s','k','success',?,'',1)`,
  )
  db.transaction(() => {
    for (let i = 0; i < 500; i++) add.run(`turn-${i}`, 'x'.repeat(3000))
  })()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  return where
}

const files = (file: string) => readdirSync(dirname(file)).sort()

describe('openDatabase', () => {
  it('says what to do where the driver was built for another version of Node.js', () => {
    const error = Object.assign(new Error('NODE_MODULE_VERSION 115'), { code: 'ERR_DLOPEN_FAILED' })
    expect(translate(error, '/x')).toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining(process.version),
      hint: expect.stringContaining('npm rebuild better-sqlite3'),
    })
  })

  it('makes the folder, private to the user, and sets WAL, foreign keys, NORMAL and the busy timeout', () => {
    const where = options({ fileSystemType: () => EXT4, busyTimeout: 1234 })
    const db = openDatabase(where)
    expect(['journal_mode', 'foreign_keys', 'synchronous', 'busy_timeout'].map((name) => setting(db, name))).toEqual([
      'wal',
      1,
      1,
      1234,
    ])
    db.close()
  })

  it('gives back what its log grew to while a reader held it', () => {
    const where = options({ fileSystemType: () => EXT4 })
    const [db, other] = [openDatabase(where), openDatabase(where)]
    db.exec('CREATE TABLE much (text TEXT)')
    const write = () => db.prepare('INSERT INTO much VALUES (?)').run('x'.repeat(1_000_000))
    other.exec('BEGIN; SELECT count(*) FROM much')
    for (let i = 0; i < 60; i++) write()
    expect(statSync(`${where.file}-wal`).size).toBeGreaterThan(60_000_000)
    other.exec('COMMIT')
    for (let i = 0; i < 3; i++) write()
    expect(statSync(`${where.file}-wal`).size).toBeLessThan(33_000_000)
    for (const one of [db, other]) one.close()
  })

  it('takes a rollback journal on a network file system, also for a database that had WAL', () => {
    const where = options()
    const db = openDatabase({ ...where, fileSystemType: () => EXT4 })
    db.close()
    const far = openDatabase({ ...where, fileSystemType: () => NFS })
    expect(setting(far, 'journal_mode')).toBe('delete')
    expect(existsSync(`${where.file}-wal`)).toBe(false)
    far.close()
  })

  it('holds rows to the ones they name', () => {
    const db = openDatabase(options())
    const orphan = `INSERT INTO version_files VALUES ('nobody', 0, 'SKILL.md', 'nothing')`
    expect(() => db.exec(orphan)).toThrow(/FOREIGN KEY/)
    db.close()
  })

  it('says that another process holds the database, after waiting for it', async () => {
    const where = options({ busyTimeout: 50 })
    const holder = openDatabase(where)
    await using store = openSqliteStore(where)
    holder.exec('BEGIN IMMEDIATE')
    await expect(store.saveSources([{ path: '/a', engine: 'codex', resume: '{}', at: 1 }])).rejects.toMatchObject({
      code: 'storage_locked',
    })
    holder.exec('ROLLBACK')
    holder.close()
    await store.saveSources([{ path: '/a', engine: 'codex', resume: '{}', at: 1 }])
  })

  it.runIf(process.getuid?.() !== 0)('says that a folder cannot be written', () => {
    const where = options()
    chmodSync(dirname(dirname(where.file)), 0o500)
    expect(() => openDatabase(where)).toThrow(expect.objectContaining({ code: 'storage_unavailable' }))
    chmodSync(dirname(dirname(where.file)), 0o700)
  })

  it('says that a folder cannot be made where a file stands', () => {
    const where = options()
    writeFileSync(dirname(where.file), 'a file')
    const attempt = () => openDatabase(where)
    expect(attempt).toThrow(expect.objectContaining({ code: 'storage_unavailable', kind: 'unavailable' }))
    expect(attempt).toThrow(where.file)
    expect(readFileSync(dirname(where.file), 'utf8')).toBe('a file')
  })
})

describe('a damaged database', () => {
  const damages: [string, (file: string) => void][] = [
    ['garbage from the first byte', (file) => writeFileSync(file, Buffer.alloc(50_000, 'garbage '))],
    ['cut off within its header', (file) => truncateSync(file, 60)],
    ['cut off in the middle', (file) => truncateSync(file, 300_001)],
    ['whole in its header and nowhere else', (file) => overwrite(file, 4096)],
    ['overwritten in its schema', (file) => overwrite(file, 100, 3996)],
  ]

  it.each(damages)('%s is moved aside whole and named, and a new one begun', async (_, damage) => {
    const where = filled()
    damage(where.file)
    const bytes = readFileSync(where.file)
    await expectSound(where)
    const aside = `${where.file}.damaged`
    expect(readFileSync(aside).equals(bytes)).toBe(true)
    expect(where.repairs).toHaveLength(1)
    expect(where.repairs[0]).toContain(where.file)
    expect(where.repairs[0]).toContain(aside)
  })

  it('never takes the place of one that was moved aside before, although the clock stands', async () => {
    const where = filled()
    const damaged = ['first', 'second'].map((word) => Buffer.alloc(9000, `${word} `))
    for (const bytes of damaged) {
      writeFileSync(where.file, bytes)
      await expectSound(where)
    }
    const asides = [`${where.file}.damaged`, `${where.file}.damaged-2`]
    expect(asides.map((file) => readFileSync(file))).toEqual(damaged)
  })

  it('keeps the journal that an interrupted move left without its database', async () => {
    const where = filled()
    renameSync(where.file, `${where.file}.damaged`)
    writeFileSync(`${where.file}-wal`, 'what nobody has read yet')
    await expectSound(where)
    expect(readFileSync(`${where.file}.damaged-2-wal`, 'utf8')).toBe('what nobody has read yet')
  })

  it('is seen by a look through all of it', async () => {
    const where = filled()
    overwrite(where.file, beyondRoots(where.file), 40 * 4096)
    await using store = openSqliteStore(where)
    expect(await store.verify()).toBe('renewed')
    expect(where.repairs).toHaveLength(1)
    expect(await store.verify()).toBe('sound')
    expect(where.repairs).toHaveLength(1)
  })

  it.each([
    ['turns', 0],
    ['ledger', 1],
    ['skill_versions', 1],
  ])('in the table "%s" is seen by a quick look %d times, and by a whole one', async (table, times) => {
    const where = filled()
    const db = new Sqlite(where.file, { readonly: true })
    const page = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) as number
    db.close()
    overwrite(where.file, (page - 1) * 4096, 4096)
    await using store = openSqliteStore(where)
    await store.verify({ quick: true })
    expect(where.repairs).toHaveLength(times)
    await store.verify()
    expect(where.repairs).toHaveLength(1)
  })

  it('is repaired when the first query meets it, and that query is answered', async () => {
    const where = filled()
    overwrite(where.file, beyondRoots(where.file), 40 * 4096)
    await using store = openSqliteStore(where)
    expect(where.repairs).toEqual([])
    const ids = Array.from({ length: 500 }, (_, i) => `turn-${i}`)
    expect(await store.turns(ids)).toEqual([])
    expect(where.repairs).toHaveLength(1)
    expect(existsSync(`${where.file}.damaged`)).toBe(true)
  })

  it('is moved aside once, when two processes meet the damage', async () => {
    let aside = 0
    const where = { ...filled(), asideName: (file: string) => `${file}.damaged-${++aside}` }
    overwrite(where.file, 4096, 100 * 4096)
    await using one = openSqliteStore(where)
    await using other = openSqliteStore(where)
    await one.saveSources([{ path: '/a', engine: 'codex', resume: '{}', at: 1 }])
    await one.turns(Array.from({ length: 500 }, (_, i) => `turn-${i}`))
    await other.turns(Array.from({ length: 500 }, (_, i) => `turn-${i}`))
    await one.saveSources([{ path: '/b', engine: 'codex', resume: '{}', at: 1 }])
    expect(await other.source('/b')).toBe('{}')
    expect(files(where.file).filter((name) => name.endsWith('.damaged-1'))).toHaveLength(1)
    expect(existsSync(`${where.file}.damaged-2`)).toBe(false)
  })

  it('is not what an empty file is', async () => {
    const where = options()
    openDatabase(where).close()
    truncateSync(where.file, 0)
    await expectSound(where)
    expect(where.repairs).toEqual([])
  })

  /** The store opens, takes a row, and passes SQLite's own check. */
  async function expectSound(where: ReturnType<typeof options>): Promise<void> {
    {
      await using store = openSqliteStore(where)
      await store.saveSources([{ path: '/a', engine: 'codex', resume: '{}', at: 1 }])
      expect(await store.skills()).toEqual([])
      expect(await store.turns(['turn-1', 'turn-499'])).toEqual([])
    }
    const db = new Sqlite(where.file)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
  }
})

function overwrite(file: string, from: number, length = 4_000_000): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, from, Math.min(bytes.length, from + length))
  writeFileSync(file, bytes)
}

/** Where the rows begin, in bytes: before that lie the roots of tables and indexes, some of which an opening reads. */
function beyondRoots(file: string): number {
  const db = new Sqlite(file, { readonly: true })
  const last = db.prepare<[], number>('SELECT max(rootpage) FROM sqlite_schema').pluck().get() ?? 0
  db.close()
  return (last + 20) * 4096
}
