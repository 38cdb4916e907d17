import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { drafted, REVIEW_SKILL, skillMd, withDraft } from './home.ts'
import { STANDINGS } from './move-states.ts'

/** A home whose database lost rows of one skill by hand; `gone`: its folder as well. */
async function rowless(standing: string, tables: readonly string[], gone = false) {
  const { home, loop } = await withDraft()
  await drafted(loop, 'rotate the signing keys')
  await STANDINGS[standing]?.(loop, join(home.skills, REVIEW_SKILL))
  const before = (await loop.review.skills()).map(({ id, status, origin, version }) => ({
    id,
    status,
    origin,
    version,
  }))
  await loop[Symbol.asyncDispose]()
  const db = new Sqlite(home.database)
  db.pragma('foreign_keys = OFF')
  const id = db.prepare('SELECT id FROM skills WHERE name = ?').pluck().get(REVIEW_SKILL)
  for (const table of tables)
    db.prepare(`DELETE FROM ${table} WHERE ${table === 'skills' ? 'id' : 'skill_id'} = ?`).run(id)
  db.close()
  if (gone) rmSync(join(home.skills, REVIEW_SKILL), { recursive: true, force: true })
  home.events.length = 0
  return { home, before, next: await home.open() }
}

const now = async (loop: SkillLoop) =>
  (await loop.review.skills()).map(({ id, status, origin, version }) => ({ id, status, origin, version }))

describe.each([
  ['its row', ['skills']],
  ['its row and its versions', ['skills', 'skill_versions']],
])('a database that lost of one skill %s', (_, tables) => {
  it.each(Object.keys(STANDINGS))('has it back as it was: %s', async (standing) => {
    const { home, before, next } = await rowless(standing, tables)
    // A look rebuilds the row of a folder, and does not take it for a person's; what is put away, only check looks for.
    const isAway = standing === 'archived' || standing === 'revoked'
    const found = isAway
      ? [`the ledger tells of "${REVIEW_SKILL}", ${standing}, and the database has no row of it`]
      : []
    expect((await next.upkeep.check()).map(({ found, fix }) => [found, fix])).toEqual(
      found.map((one) => [one, 'wayland-core check --fix']),
    )
    expect((await next.upkeep.check({ fix: true })).map(({ found, repaired }) => [found, repaired])).toEqual(
      found.map((one) => [one, true]),
    )
    expect(await now(next)).toEqual(before)
    expect(await next.upkeep.check()).toEqual([])
    await next[Symbol.asyncDispose]()
    home.events.length = 0
    expect(await now(await home.open())).toEqual(before)
    expect(home.events.filter(({ kind }) => kind === 'repaired')).toEqual([])
  })

  it('archives it where its folder is gone as well', async () => {
    const { next } = await rowless('active', tables, true)
    expect((await next.upkeep.check()).map(({ found }) => found)).toEqual([expect.stringContaining(REVIEW_SKILL)])
    expect(await next.upkeep.check({ fix: true })).toMatchObject([{ what: 'skill', repaired: true }])
    expect((await next.review.skills()).find(({ name }) => name === REVIEW_SKILL)).toMatchObject({ status: 'archived' })
  })
})

it('a row that nothing beside the skills tells of is named, and a backup is', async () => {
  const { home, next } = await rowless('revoked', ['skills'])
  writeFileSync(join(dirname(home.skills), 'verdicts', 'ledger.jsonl'), '')
  await next.review.skills()
  expect(await next.upkeep.check({ fix: true })).toMatchObject([
    { what: 'skill', fix: expect.stringContaining('restore of a backup'), repaired: false },
  ])
})

it('a folder under the name of a skill that was purged is a person’s', async () => {
  const { home, loop } = await withDraft()
  await loop.review.move(REVIEW_SKILL, 'archive')
  await loop.review.purge((await loop.review.purgeable()).map(({ id }) => id))
  expect(await loop.upkeep.check()).toEqual([])
  home.write(REVIEW_SKILL, skillMd(REVIEW_SKILL, 'Mine.'))
  expect(await loop.review.skills()).toMatchObject([{ name: REVIEW_SKILL, origin: 'person' }])
  expect(await loop.upkeep.check()).toEqual([])
})
