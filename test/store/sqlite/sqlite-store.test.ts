import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { bundled } from '../../bundled.ts'
import { DECISION } from '../conformance/records.ts'
import { relearned } from '../conformance/relearned.ts'
import { storeConformance } from '../conformance.ts'
import { options } from './database.ts'

const run = promisify(execFile)

describe('the SQLite store', () => {
  storeConformance(() => openSqliteStore(options()))

  it('keeps everything for the next process', async () => {
    const where = options()
    {
      await using store = openSqliteStore(where)
      await store.saveSources([{ path: '/a', engine: 'codex', resume: '{}', at: 1 }])
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

  it('and still one at a time when the lock was deleted meanwhile', async () => {
    const where = options()
    await using one = openSqliteStore(where)
    await using other = openSqliteStore(where)
    await one.folderLock(async () => {})
    rmSync(`${where.file}.lock`)
    let inside = 0
    const work = async () => {
      expect(++inside).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 20))
      inside--
    }
    await Promise.all([one, other, one].map((store) => store.folderLock(work)))
  })

  it('tells whether a write could begin, and waits for one no longer than it is asked to', async () => {
    const where = options()
    await using store = openSqliteStore(where)
    await store.insistWritable(0)
    const other = new Sqlite(where.file)
    other.exec('BEGIN IMMEDIATE')
    await expect(store.insistWritable(0)).rejects.toMatchObject({ code: 'storage_locked' })
    await expect(store.insistWritable(20)).rejects.toMatchObject({ code: 'storage_locked' })
    other.close()
    await store.insistWritable(0)
  })

  it('changes its revision when another connection writes', async () => {
    const where = options()
    await using one = openSqliteStore(where)
    await using other = openSqliteStore(where)
    const before = await one.revision()
    await other.saveSources([{ path: '/a', engine: 'codex', resume: '{}', at: 1 }])
    expect(await one.revision()).not.toBe(before)
  })

  it('learns once from each outcome, whichever of several processes hears of it, and loses none', async () => {
    const where = options()
    await using store = openSqliteStore(where)
    const ids = Array.from({ length: 60 }, (_, n) => `d${n}`)
    for (const id of ids) await store.addDecision({ ...DECISION, id })
    const script = await bundled(join(import.meta.dirname, 'settle-all.ts'))
    const orders = [ids, ids.toReversed(), [...ids.slice(30), ...ids.slice(0, 30)]]
    const said = await Promise.all(
      orders.map(async (order) => await run(process.execPath, [script, where.file, ...order])),
    )
    expect(said.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(60)
    const { arms, fits, world } = await store.knowledge(['auto-x'], 'add-tests')
    expect(arms.get('auto-x')?.outcomes).toBe(60)
    const again = await relearned(store)
    expect(again.arms.get('auto-x')).toEqual(arms.get('auto-x'))
    expect(again.fits.get('auto-x add-tests')).toEqual(fits.get('auto-x'))
    expect({ ...again.world, need: world.need }).toEqual(world)
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
