import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { storeOver } from '../../src/store/sqlite/store-over.ts'
import { drafted, Home, REVIEW, REVIEW_SKILL, skillMd, withDraft } from './home.ts'

const DAY = 86_400_000
const namesOf = async (loop: SkillLoop) =>
  (await loop.review.toArchive()).map(({ kind, skills }) => `${kind} ${skills[0]}`)

it('does not name a skill that a person keeps, on the page or in an audit, until the term has passed again', async () => {
  const { home, loop } = await withDraft()
  await loop.review.move(REVIEW_SKILL, 'promote')
  expect(await namesOf(loop)).toEqual([])
  home.now = new Date(home.now.getTime() + 180 * DAY)
  expect(await namesOf(loop)).toEqual([`stale ${REVIEW_SKILL}`])
  const { items, counts } = await loop.review.queue({ kind: 'archive', offset: 0, limit: 9 })
  expect([counts.archive, items]).toMatchObject([
    1,
    [{ skill: { name: REVIEW_SKILL }, why: ['never used, made 180 days ago'] }],
  ])
  await loop.review.move(REVIEW_SKILL, 'keep', { reason: 'needed once a year' })
  expect(await namesOf(loop)).toEqual([])
  expect((await loop.review.audit()).findings.map(({ kind }) => kind)).not.toContain('stale')
  await loop.review.move(REVIEW_SKILL, 'unkeep')
  expect(await namesOf(loop)).toEqual([`stale ${REVIEW_SKILL}`])
  await loop.review.move(REVIEW_SKILL, 'keep')
  home.now = new Date(home.now.getTime() + 180 * DAY)
  expect(await namesOf(loop)).toEqual([`stale ${REVIEW_SKILL}`])
  await loop.review.move(REVIEW_SKILL, 'archive')
  expect(await namesOf(loop)).toEqual([])
})

it('reads of the decision log what is new, and gives what a look from the beginning gives', async () => {
  const home = new Home()
  const settings = { 'router.holdout': 0.5 }
  const loop = await home.open({ settings })
  await drafted(loop)
  await loop.review.move(REVIEW_SKILL, 'promote')
  const tried = async (n: number) => {
    for (let i = 0; i < n; i++)
      await loop.reward((await loop.route({ text: REVIEW })).id, i % 3 === 0 ? 'failure' : 'success')
  }
  const same = async () => {
    const fresh = await home.open({ settings })
    const report = await loop.learning.lift()
    expect(report).toEqual(await fresh.learning.lift())
    expect(await loop.learning.lift(REVIEW_SKILL)).toEqual(await fresh.learning.lift(REVIEW_SKILL))
    return report.skills[0]!
  }
  const runs = ({ treated, control }: Awaited<ReturnType<typeof same>>) =>
    [treated, control].reduce((sum, { successes, failures }) => sum + successes + failures, 0)
  await tried(6)
  expect(runs(await same())).toBe(6)
  // Two looks at the same time count nothing twice.
  await tried(3)
  await Promise.all([loop.learning.lift(), loop.learning.lift()])
  expect(runs(await same())).toBe(9)
  // The outcome of a run is taken back, as a later reading of its session does.
  const other = new Sqlite(home.database)
  const second = other.prepare<[], string>('SELECT id FROM decisions WHERE settled = 2').pluck().get()
  storeOver(() => other, {}).reopen(second)
  expect(runs(await same())).toBe(8)
  other.close()
  await loop.review.move(REVIEW_SKILL, 'archive')
  await loop.review.purge([(await loop.review.skill(REVIEW_SKILL)).id])
  expect((await loop.learning.lift()).skills).toEqual([])
})

it('gives a skill of a person back as it was: bytes and standing, and nobody has to review it', async () => {
  const home = new Home()
  const text = skillMd('mine', 'Mine for the shop.')
  home.write('mine', text, { 'a.sh': 'echo a\n' })
  const loop = await home.open()
  const files = () => ['SKILL.md', 'a.sh'].map((name) => readFileSync(join(home.skills, 'mine', name), 'utf8'))
  for (const away of ['archive', 'revoke'] as const) {
    await loop.review.move('mine', away)
    const back = await loop.review.move('mine', 'restore')
    expect(back).toMatchObject({ status: 'active', needsReview: false, origin: 'person' })
    expect(files()).toEqual([text, 'echo a\n'])
  }
})
