import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { Home, turn } from '../../service/home.ts'

it('bounds the streaks of processes that take in one turn each', async () => {
  const home = new Home()
  for (const task of ['add tests to the parser', 'fix lint errors', 'write release notes', 'update the changelog']) {
    home.now = new Date(home.now.getTime() + 1_000)
    const loop = await home.open({ settings: { 'bucket.max': 2 } })
    await loop.endOfRun(turn(task))
    await loop[Symbol.asyncDispose]()
  }
  const db = new Sqlite(join(home.root, 'data', 'wayland-core.db'), { readonly: true })
  expect(db.prepare('SELECT signature FROM buckets ORDER BY updated_at').pluck().all()).toEqual([
    'notes-release-write',
    'changelog-update',
  ])
  db.close()
})
