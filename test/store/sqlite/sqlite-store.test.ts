import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { storeConformance } from '../conformance.ts'
import { options } from './database.ts'

describe('the SQLite store', () => {
  storeConformance(() => openSqliteStore(options()))

  it('keeps everything for the next process', async () => {
    const where = options()
    {
      await using store = openSqliteStore(where)
      await store.saveSource('/a', 'codex', '{}', 1)
    }
    await using again = openSqliteStore(where)
    expect(await again.source('/a')).toBe('{}')
    expect(again.place).toEqual({ file: where.file })
  })

  it('lets one process at a time at the skills folder', async () => {
    const where = options()
    await using one = openSqliteStore(where)
    await using other = openSqliteStore(where)
    let inside = 0
    const work = async () => {
      expect(++inside).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 3))
      inside--
    }
    await Promise.all(Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? one : other).folderLock(work)))
  })

  it('changes its revision when another connection writes', async () => {
    const where = options()
    await using one = openSqliteStore(where)
    await using other = openSqliteStore(where)
    const before = await one.revision()
    await other.saveSource('/a', 'codex', '{}', 1)
    expect(await one.revision()).not.toBe(before)
  })

  it('says in words of this package that the lock of the skills folder cannot be had', async () => {
    const where = options()
    await using store = openSqliteStore(where)
    mkdirSync(`${where.file}.lock`)
    await expect(store.folderLock(async () => {})).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  it('turns a fault of the driver into an error of this package that names the file', async () => {
    const where = options()
    const store = openSqliteStore(where)
    await store[Symbol.asyncDispose]()
    await expect(store.skills()).rejects.toMatchObject({ name: 'WaylandError', kind: 'internal' })
  })
})
