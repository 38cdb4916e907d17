import { expect, it } from 'vitest'
import { drafted, Home, opened, REVIEW_SKILL } from './home.ts'

const TESTS = 'write unit tests for the parser'

it('tells of a draft once, whichever process asks', async () => {
  const { home, loop } = await opened()
  expect(await loop.offers.news()).toBeUndefined()
  await drafted(loop)
  expect(await loop.offers.news()).toBe(
    `wayland-core: a skill was drafted from your own runs: ${REVIEW_SKILL}. To review: wayland-core --skills-audit`,
  )
  expect(await loop.offers.news()).toBeUndefined()
  expect(await (await home.open()).offers.news()).toBeUndefined()
  await drafted(loop, TESTS)
  expect(await (await home.open()).offers.news()).toContain('auto-parser-tests-write')
  expect(await loop.offers.news()).toBeUndefined()
})

it('says nothing of a draft that a person has reviewed meanwhile', async () => {
  const loop = await new Home().open()
  await drafted(loop)
  await loop.review.move(REVIEW_SKILL, 'promote')
  expect(await loop.offers.news()).toBeUndefined()
})

it('is switched off by router.news, and by the switch for all', async () => {
  const home = new Home()
  await drafted(await home.open())
  expect(await (await home.open({ settings: { 'router.news': 'off' } })).offers.news()).toBeUndefined()
  expect(await (await home.open({ settings: { skills: 'off' } })).offers.news()).toBeUndefined()
  expect(await (await home.open()).offers.news()).toContain(REVIEW_SKILL)
})
