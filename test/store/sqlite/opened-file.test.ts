import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { withLock } from '../../../src/store/sqlite/process-lock.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { bundled } from '../../bundled.ts'
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

describe('a database whose log is lost while it is in use', () => {
  const put = (store: Awaited<ReturnType<typeof inUse>>, path: string) =>
    store.saveSources([{ path, engine: 'codex', resume: path, at: 1 }])

  it.each<[string, (log: string) => void]>([
    ['deleted', (log) => rmSync(log)],
    ['replaced', (log) => cpSync(log, `${log}.new`)],
  ])('%s: two processes that have it open keep what they wrote, and see what the other wrote', async (how, lose) => {
    const where = options()
    const store = await inUse(where)
    await using other = openSqliteStore(where)
    await put(other, '/other')
    lose(`${where.file}-wal`)
    if (how === 'replaced') renameSync(`${where.file}-wal.new`, `${where.file}-wal`)
    await put(store, '/later')
    for (const path of ['/1', '/2']) {
      await put(other, `${path}-other`)
      await put(store, path)
    }
    await using next = openSqliteStore(where)
    for (const reader of [store, other, next])
      for (const path of ['/new', '/other', '/later', '/1', '/2', '/1-other', '/2-other'])
        expect(await reader.source(path)).toMatch(/old|new|^\//)
    expect(where.repairs).toHaveLength(2)
    expect(where.repairs[0]).toContain('was deleted or replaced; what it held is in the database')
    await store[Symbol.asyncDispose]()
    expect(sql(where.file, 'PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
  })

  it('is written whole when it is closed', async () => {
    const where = options()
    const store = await inUse(where)
    await using other = openSqliteStore(where)
    rmSync(`${where.file}-wal`)
    await store[Symbol.asyncDispose]()
    const copy = options()
    mkdirSync(dirname(copy.file))
    cpSync(where.file, copy.file)
    expect(sql(copy.file, `SELECT count(*) AS n FROM sources WHERE path = '/new'`)).toEqual({ n: 1 })
    expect(await other.source('/new')).toBe('new')
  })

  it('is not read by a process that comes while another still holds what it held', async () => {
    const where = options()
    await using store = await inUse(where)
    rmSync(`${where.file}-wal`)
    const brief = { ...where, busyTimeout: 100 }
    expect(() => openSqliteStore(brief)).toThrow(/is held by/)
    expect(await store.source('/new')).toBe('new')
    await using next = openSqliteStore(brief)
    expect(await next.source('/new')).toBe('new')
  })
})

describe('a database whose log or its index another program touches while it is in use', () => {
  const put = (store: Awaited<ReturnType<typeof inUse>>, path: string) =>
    store.saveSources([{ path, engine: 'codex', resume: path, at: 1 }])
  const held = (file: string) => {
    const db = new Sqlite(file, { readonly: true })
    const paths = db.prepare<[], string>('SELECT path FROM sources ORDER BY path').pluck().all()
    const sound = db.pragma('integrity_check(1)', { simple: true })
    db.close()
    return { paths, sound }
  }
  /** Another process: connections of one process share the index that they have open. */
  const elsewhere = async (file: string, ...paths: string[]) => {
    const script = await bundled(join(import.meta.dirname, 'save-sources.ts'))
    return execFileSync(process.execPath, [script, file, ...paths], { encoding: 'utf8' })
  }
  const many = Array.from({ length: 40 }, (_, n) => `/many/${String(n).padStart(2, '0')}`)

  it('deleted index: what it wrote is there for the next process, and what that writes for it', async () => {
    const where = options()
    const store = await inUse(where)
    rmSync(`${where.file}-shm`)
    await put(store, '/later')
    expect(where.repairs.join()).toContain('what it held is in the database')
    expect(await elsewhere(where.file, '/other')).toBe('')
    expect(await store.source('/other')).toBe('/other')
    await store[Symbol.asyncDispose]()
    expect(held(where.file)).toEqual({ paths: ['/later', '/new', '/old', '/other'], sound: 'ok' })
    expect(where.repairs).toHaveLength(1)
  })

  it('deleted index, and another process comes first: nothing of either is lost', async () => {
    const where = options()
    const store = await inUse(where)
    rmSync(`${where.file}-shm`)
    await elsewhere(where.file, ...many)
    await put(store, '/later')
    expect(await store.source('/many/39')).toBe('/many/39')
    await elsewhere(where.file, '/other')
    await store[Symbol.asyncDispose]()
    expect(held(where.file)).toEqual({ paths: ['/later', ...many, '/new', '/old', '/other'], sound: 'ok' })
    expect(where.repairs).toEqual([expect.stringContaining('was made anew from the log')])
  })

  it('deleted index, and it closes without another look: what others wrote stays', async () => {
    const where = options()
    const store = await inUse(where)
    rmSync(`${where.file}-shm`)
    await elsewhere(where.file, ...many)
    await store[Symbol.asyncDispose]()
    expect(held(where.file)).toEqual({ paths: [...many, '/new', '/old'], sound: 'ok' })
    expect(readdirSync(dirname(where.file)).filter((name) => name.endsWith('.kept'))).toEqual([])
  })

  it('deleted log and index, and two stores of one process share what was opened: one waits until the other has let it go', async () => {
    const where = options()
    await using store = await inUse(where)
    await using other = openSqliteStore(where)
    for (const end of ['-wal', '-shm']) rmSync(where.file + end)
    await expect(put(store, '/refused')).rejects.toMatchObject({ code: 'storage_locked' })
    await put(other, '/later')
    await put(store, '/last')
    await elsewhere(where.file, '/other')
    expect(await store.source('/other')).toBe('/other')
    expect(held(where.file)).toEqual({ paths: ['/last', '/later', '/new', '/old', '/other'], sound: 'ok' })
  })

  it.each([0, 0.5, 0.95])(
    'log cut to %d of it: what is written from then on is kept, and that is said',
    async (share) => {
      const where = options()
      const store = await inUse(where)
      const { size } = statSync(`${where.file}-wal`)
      truncateSync(`${where.file}-wal`, Math.floor(size * share))
      await put(store, '/later')
      await elsewhere(where.file, '/other')
      expect(await store.source('/later')).toBe('/later')
      await store[Symbol.asyncDispose]()
      const { paths, sound } = held(where.file)
      expect([sound, paths]).toEqual(['ok', expect.arrayContaining(['/later', '/other'])])
      expect(where.repairs.join()).toContain('was cut while it was in use')
    },
  )

  it('log emptied by SQLite, once all of it is in the database: nothing to mend', async () => {
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
