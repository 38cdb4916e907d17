import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { drafted, REVIEW_SKILL, withDraft } from './home.ts'
import { STANDINGS } from './move-states.ts'

const KEYS = 'rotate the signing keys'

/** A home with one skill of each of two standings, in whose database these statements were run by hand. */
async function changed(standing: string, ...statements: readonly string[]) {
  const { home, loop } = await withDraft()
  await drafted(loop, KEYS)
  await STANDINGS[standing]?.(loop, join(home.skills, REVIEW_SKILL))
  const before = await toldBy(loop)
  await loop[Symbol.asyncDispose]()
  const db = new Sqlite(home.database)
  db.pragma('foreign_keys = OFF')
  for (const sql of statements) db.prepare(sql).run()
  db.close()
  return { home, before, loop: await home.open() }
}

const toldBy = async (loop: SkillLoop) => ({
  skills: (await loop.review.skills()).map(({ name, status, version }) => ({ name, status, version })),
  history: await loop.review.history(),
  revocations: await loop.review.revocations(),
})
const said = (found: Awaited<ReturnType<SkillLoop['upkeep']['check']>>) =>
  found.map(({ found, repaired }) => [found, repaired])

/** What is wrong is named, repaired by --fix, and no longer there. */
async function insistOnRepair(loop: SkillLoop, ...found: readonly RegExp[]): Promise<void> {
  const texts = found.map((one) => expect.stringMatching(one))
  expect(said(await loop.upkeep.check())).toEqual(texts.map((text) => [text, false]))
  expect(said(await loop.upkeep.check({ fix: true }))).toEqual(texts.map((text) => [text, true]))
  expect(await loop.upkeep.check()).toEqual([])
}

it.each([
  ['deleted', 'DELETE FROM revocations'],
  ['lifted by hand', 'UPDATE revocations SET lifted_at = 1'],
])('a revocation that was %s is named, and in force again', async (_, sql) => {
  const { loop, before } = await changed('revoked', sql)
  expect(await loop.review.revocations()).toEqual([])
  await insistOnRepair(loop, /auto-branch-changes-review" is revoked, and the database has no revocation/)
  expect(await toldBy(loop)).toEqual(before)
})

it('a revocation that a person lifted is not brought back', async () => {
  const { loop } = await changed('revoked')
  await loop.review.move(REVIEW_SKILL, 'restore')
  expect(await loop.upkeep.check({ fix: true })).toEqual([])
  expect(await loop.review.revocations()).toEqual([])
})

it.each([1, 2, 3])('line %i of the ledger that was deleted is missed', async (id) => {
  const { loop, before } = await changed('revoked', `DELETE FROM ledger WHERE id = ${id}`)
  const { skillName } = before.history.find((line) => line.id === id)!
  expect(said(await loop.upkeep.check({ fix: true }))).toEqual([
    [
      expect.stringMatching(new RegExp(`tell of ${skillName} differently|another status or version of "${skillName}"`)),
      false,
    ],
  ])
})

it.each([
  ['contents', 'DELETE FROM blobs'],
  ['files', 'DELETE FROM version_files'],
  ['contents, which are others', "UPDATE blobs SET bytes = x'00'"],
])('of a version whose %s are gone, the folder gives them back', async (_, sql) => {
  const { home, loop } = await changed('active', sql)
  const lost = /the database has not the files of version/
  await insistOnRepair(loop, lost, lost)
  // The archive is no longer needed for it.
  await loop.review.move(REVIEW_SKILL, 'archive')
  const [kept] = (await loop.review.skills()).filter(({ status }) => status === 'archived')
  expect((await loop.review.move(REVIEW_SKILL, 'restore', { use: 'version' })).version).toBe(kept?.version)
  expect(home.warnings).toEqual([])
})

it('lines that retention removed are not missed', async () => {
  const { loop, home } = await changed('active')
  for (let n = 0; n < 3; n++) await drafted(loop, KEYS)
  await loop[Symbol.asyncDispose]()
  const db = new Sqlite(home.database)
  db.prepare("DELETE FROM ledger WHERE move = 'draft' AND from_status IS NOT NULL AND id < 5").run()
  db.close()
  expect(await (await home.open()).upkeep.check()).toEqual([])
})
