import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { CREATE } from '../conformance/records.ts'
import { options } from './database.ts'

describe('what changed of the rows of skills', () => {
  it('is told apart from what changed in a copy of the database that went its own way', async () => {
    const where = options()
    await using first = openSqliteStore(where)
    const before = await first.skillChange()
    const copied = `${where.file}.copy`
    await new Sqlite(where.file).backup(copied)
    await using twin = openSqliteStore({ ...where, file: copied })
    expect(await twin.changeToken(before)).toBe(await first.changeToken(before))
    await first.apply(CREATE)
    expect(await twin.changeToken(await first.skillChange())).toBeUndefined()
    await twin.apply(CREATE)
    expect(await twin.skillChange()).toBe(await first.skillChange())
    const now = await first.skillChange()
    expect(await twin.changeToken(now)).not.toBe(await first.changeToken(now))
  })

  it('is not told of changes too long ago, nor of those that are yet to come', async () => {
    await using store = openSqliteStore(options())
    await store.apply(CREATE)
    const from = await store.skillChange()
    for (let n = 0; n < 5_600; n++) await store.checked('skill-1', `rules-${n}`)
    expect(await store.skillsSince(from)).toBeUndefined()
    expect(await store.changeToken(from)).toBeUndefined()
    expect(await store.skillsSince((await store.skillChange()) - 1)).toMatchObject({ names: ['auto-x'] })
    expect(await store.skillsSince((await store.skillChange()) + 1)).toBeUndefined()
  })
})

describe('a look through the skills folder', () => {
  const LOOK = { stamp: 's', change: 3, rules: 'r' }

  it('waits for no process that writes just now', async () => {
    const where = options({ busyTimeout: 60_000 })
    await using store = openSqliteStore(where)
    const holder = new Sqlite(where.file)
    onTestFinished(() => void holder.close())
    holder.exec('BEGIN IMMEDIATE')
    await store.saveLook('/a', LOOK)
    holder.exec('COMMIT')
    expect(await store.look('/a')).toBeUndefined()
  })
})
