import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { withDraft } from './home.ts'

/** A home with one skill, in whose database another program ran this. */
async function changed(sql: string) {
  const { home, loop } = await withDraft()
  await loop[Symbol.asyncDispose]()
  const db = new Sqlite(home.database)
  db.pragma('foreign_keys = OFF')
  db.exec(sql)
  db.close()
  return await home.open()
}

it.each([
  ['lacks a table', 'DROP TABLE skill_versions', /changed by another program .*skill_versions/],
  ['holds a list that is none', "UPDATE skill_versions SET evidence_json = '{x'", /changed by another program .*JSON/],
])('a check says so where the database %s, and what to do', async (_, sql, message) => {
  const loop = await changed(sql)
  await expect(loop.upkeep.check()).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringMatching(message),
    hint: expect.stringContaining('wayland-core restore'),
  })
})

it('a check finds nothing in a database to which another program added a table and an index', async () => {
  const loop = await changed('CREATE TABLE mine (text TEXT); CREATE INDEX mine_text ON mine (text)')
  expect(await loop.upkeep.check()).toEqual([])
})
