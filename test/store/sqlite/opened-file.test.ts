import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { withLock } from '../../../src/store/sqlite/process-lock.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { options } from './database.ts'

type Where = ReturnType<typeof options>

/** A database in use that holds `/old`, of which a backup was made before `/new` came. */
async function inUse(where: Where) {
  const store = openSqliteStore(where)
  await store.saveSources([{ path: '/old', engine: 'codex', resume: 'old', at: 1 }])
  sql(where.file, `VACUUM INTO '${backupOf(where)}'`)
  await store.saveSources([{ path: '/new', engine: 'codex', resume: 'new', at: 1 }])
  return store
}

const backupOf = ({ file }: Where) => `${dirname(dirname(file))}/backup.db`

/** Runs SQL as another program would; SQLite itself then closes the database, and tidies up where it is the last. */
function sql(file: string, text: string): unknown {
  const db = new Sqlite(file)
  try {
    const statement = db.prepare(text)
    return statement.reader ? statement.get() : statement.run()
  } finally {
    db.close()
  }
}

/** What may become of a database under a process, and whether what lies there then holds `/old`. */
const LOSSES: [string, (where: Where) => void, boolean][] = [
  ['deleted', ({ file }) => rmSync(file), false],
  ['deleted with its journal', ({ file }) => ['', '-wal', '-shm'].forEach((end) => void rmSync(file + end)), false],
  ['moved away', ({ file }) => renameSync(file, `${file}.old`), false],
  ['replaced by a backup', (where) => renameSync(backupOf(where), where.file), true],
  ['gone with its folder', ({ file }) => renameSync(dirname(file), `${dirname(file)}.old`), false],
  [
    'gone with its folder, for another one',
    (where) => {
      renameSync(dirname(where.file), `${dirname(where.file)}.old`)
      mkdirSync(dirname(where.file))
      renameSync(backupOf(where), where.file)
    },
    true,
  ],
]

describe('a database that is lost while it is in use', () => {
  it.each(LOSSES)('%s: what is kept from then on is kept where the next process looks', async (_, lose, holdsOld) => {
    const where = options()
    await using store = await inUse(where)
    lose(where)
    await store.saveSources([{ path: '/later', engine: 'codex', resume: 'later', at: 1 }])
    await using next = openSqliteStore(where)
    for (const reader of [store, next]) {
      expect(await reader.source('/later')).toBe('later')
      expect(await reader.source('/old')).toBe(holdsOld ? 'old' : undefined)
      // It was in the file that is gone, and in the journal that belonged to it.
      expect(await reader.source('/new')).toBeUndefined()
    }
    expect(where.repairs.join()).toContain(where.file)
    expect(sql(where.file, 'PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
  })

  it.each(LOSSES)('%s: another process that comes first keeps what it wrote', async (_, lose, holdsOld) => {
    const where = options()
    const store = await inUse(where)
    lose(where)
    await using next = openSqliteStore(where)
    await next.saveSources([{ path: '/next', engine: 'codex', resume: 'next', at: 1 }])
    expect(await store.source('/next')).toBe('next')
    await store.saveSources([{ path: '/later', engine: 'codex', resume: 'later', at: 1 }])
    await store[Symbol.asyncDispose]()
    expect(await next.source('/later')).toBe('later')
    expect(await next.source('/old')).toBe(holdsOld ? 'old' : undefined)
    expect(await next.source('/new')).toBeUndefined()
  })

  it('is named once it can be opened again, and not at all before', async () => {
    const where = options({ busyTimeout: 0 })
    await using store = await inUse(where)
    renameSync(backupOf(where), where.file)
    const held = withLock(`${where.file}.renewal`, 0, () => store.source('/new').catch((error: unknown) => error))
    expect([await held, where.repairs]).toEqual([expect.objectContaining({ code: 'storage_locked' }), []])
    expect(await store.source('/new')).toBeUndefined()
    expect(where.repairs.filter((what) => what.includes('the one that lies there now is used'))).toHaveLength(1)
  })

  it('is not taken for lost when it is copied with its journal', async () => {
    const where = options()
    await using store = await inUse(where)
    const copy = options()
    cpSync(dirname(where.file), dirname(copy.file), { recursive: true })
    expect(existsSync(`${copy.file}-wal`)).toBe(true)
    await using next = openSqliteStore(copy)
    expect(await next.source('/new')).toBe('new')
    expect([...copy.repairs, ...where.repairs]).toEqual([])
    await store.saveSources([{ path: '/later', engine: 'codex', resume: 'later', at: 1 }])
  })

  it('goes aside with nothing but its journal', async () => {
    const where = options()
    await using store = await inUse(where)
    renameSync(backupOf(where), where.file)
    await store.skills()
    const aside = readdirSync(dirname(where.file)).filter((name) => name.includes('damaged'))
    expect(aside.sort()).toEqual(['wayland-core.db.damaged-shm', 'wayland-core.db.damaged-wal'])
  })
})

describe('a database whose log or index is lost while it is in use', () => {
  const put = (store: Awaited<ReturnType<typeof inUse>>, path: string) =>
    store.saveSources([{ path, engine: 'codex', resume: path, at: 1 }])

  it.each<[string, (file: string) => void]>([
    ['log deleted', (file) => rmSync(`${file}-wal`)],
    [
      'log replaced',
      (file) => {
        cpSync(`${file}-wal`, `${file}.copy`)
        renameSync(`${file}.copy`, `${file}-wal`)
      },
    ],
    ['index deleted', (file) => rmSync(`${file}-shm`)],
    ['both deleted', (file) => ['-wal', '-shm'].forEach((end) => void rmSync(file + end))],
  ])('%s: it takes nothing more and says so, and the next process goes on', async (_, lose) => {
    const where = options()
    const store = await inUse(where)
    lose(where.file)
    for (const path of ['/later', '/last'])
      await expect(put(store, path)).rejects.toMatchObject({
        code: 'storage_unavailable',
        message: expect.stringContaining('was deleted or replaced while it was in use'),
        hint: expect.stringContaining('start it again'),
      })
    await store[Symbol.asyncDispose]()
    await using next = openSqliteStore(where)
    await put(next, '/next')
    expect(await next.source('/next')).toBe('/next')
    expect(await next.source('/later')).toBeUndefined()
    expect(await next.verify()).toBe('sound')
  })

  it('log emptied by SQLite, once all of it is in the database: nothing is wrong', async () => {
    const where = options()
    await using store = await inUse(where)
    for (const next of ['/1', '/2']) {
      sql(where.file, 'PRAGMA wal_checkpoint(TRUNCATE)')
      await put(store, next)
    }
    expect(await store.source('/new')).toBe('new')
    expect(where.repairs).toEqual([])
  })
})

describe('a database that a newer version has changed while it is in use', () => {
  it('takes nothing more, and says so', async () => {
    const where = options()
    await using store = await inUse(where)
    sql(where.file, 'PRAGMA user_version = 9999')
    await expect(
      store.saveSources([{ path: '/later', engine: 'codex', resume: 'later', at: 1 }]),
    ).rejects.toMatchObject({ code: 'newer_database' })
    await expect(store.skills()).rejects.toMatchObject({ code: 'newer_database' })
    expect(sql(where.file, `SELECT count(*) AS n FROM sources WHERE path = '/later'`)).toEqual({ n: 0 })
  })
})
