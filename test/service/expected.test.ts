import { expect, it } from 'vitest'
import { REVIEW, REVIEW_SKILL, withDraft } from './home.ts'

it('expects of a skill what a request that names it is explained with, and of one that may not be offered nothing', async () => {
  const { home, loop } = await withDraft({ settings: { 'router.holdout': 0 } })
  const asked = async () => {
    const task = { text: `@@skill=${REVIEW_SKILL}` }
    const { explanation } = await loop.route(task, { explain: true, dryRun: true })
    const { mean, rates } = explanation!.candidates.find(({ skill }) => skill === REVIEW_SKILL)!
    return { mean, rates }
  }
  // Before any outcome, with the prior of a draft, and after outcomes, in a process that has read nothing else.
  expect(await loop.offers.expected(REVIEW_SKILL)).toEqual(await asked())
  await loop.review.move(REVIEW_SKILL, 'promote')
  for (let n = 0; n < 7; n++)
    await loop.reward((await loop.route({ text: REVIEW })).id, n % 3 === 0 ? 'failure' : 'success')
  const fresh = await home.open()
  expect(await fresh.offers.expected(REVIEW_SKILL)).toEqual(await asked())
  expect((await fresh.offers.expected(REVIEW_SKILL))!.mean).not.toBe(0)
  expect(await loop.offers.expected('no-such-skill')).toBeUndefined()
  expect(await (await home.open({ settings: { skills: 'off' } })).offers.expected(REVIEW_SKILL)).toBeUndefined()
  await loop.review.move(REVIEW_SKILL, 'archive')
  expect(await loop.offers.expected(REVIEW_SKILL)).toBeUndefined()
})
