import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { backup, restore } from '../../src/app/backup.ts'
import { Home } from '../service/home.ts'
import { backedUp } from './backed-up.ts'

it.each([
  ['made with auto_vacuum', 2],
  ['made without it, by an earlier version', 0],
])('a restored database %s has no free pages, and returns them on request', async (_, mode) => {
  const { home, loop } = await backedUp()
  const {
    upkeep: { config },
  } = loop
  await loop[Symbol.asyncDispose]()
  const before = new Sqlite(home.database)
  before.pragma(`auto_vacuum = ${mode}`)
  before.exec('VACUUM')
  expect(before.pragma('auto_vacuum', { simple: true })).toBe(mode)
  before.close()
  // What a backup holds beside the database takes pages, too.
  writeFileSync(join(home.skills, 'bake', 'large.txt'), 'bread '.repeat(50_000))
  const file = join(home.root, 'large.backup')
  await backup(config, file)
  const other = new Home()
  await restore((await other.open()).upkeep.config, file, { force: true })
  const db = new Sqlite(other.database, { readonly: true })
  const of = (name: string) => db.pragma(name, { simple: true })
  expect([of('auto_vacuum'), of('freelist_count'), of('integrity_check')]).toEqual([2, 0, 'ok'])
  db.close()
})
