import { describe, expect, test } from 'vitest'
import { times } from '../long.ts'
import { WORTH_ARMS as ARMS } from './arms.ts'
import { changedTallied } from './changed-proof.ts'
import { sumOf, worthTallied } from './table.ts'
import { PROMISED, WORTH_SCORERS } from './worth.ts'

/** One round of every family, or two. */
const CASES = times(12, 24)
const armNamed = (part: string) => ARMS.find(({ name }) => name.includes(part))!

describe.each(WORTH_SCORERS.map((scorer) => [scorer.name, scorer] as const))(
  'the gate of worth, by %s',
  (_, scorer) => {
    test('finds planted fixes of the size that the report promises', async () => {
      const { good, refusedGood } = await worthTallied(armNamed('planted fix'), scorer, CASES)
      expect(good).toBe(CASES)
      expect(refusedGood).toBeLessThanOrEqual(CASES / 5)
    })

    test.each(['planted harm', 'injected', 'copies'])('accepts no %s', async (part) => {
      const { others, acceptedOthers } = await worthTallied(armNamed(part), scorer, CASES)
      expect([others, acceptedOthers]).toEqual([CASES, 0])
    })

    test('accepts what helps nothing about as often as chance, whatever a model says of it', async () => {
      const parts = ['A/A', 'null edit', 'choose part', 'keywords', 'always agrees', 'always lies']
      const tallies = []
      for (const part of parts) tallies.push(await worthTallied(armNamed(part), scorer, CASES))
      const { others, acceptedOthers } = sumOf(tallies)
      expect(others).toBeGreaterThan(CASES * 4)
      expect(acceptedOthers / others).toBeLessThan(0.05)
    })
  },
)

test('what thirty tasks promise is no more than what a planted fix gains', () => {
  expect(PROMISED).toBeGreaterThan(0.3)
  expect(PROMISED).toBeLessThan(0.6)
})

test('a score goes to no text but the one that was measured, and to that one always', async () => {
  const { good, refusedGood, others, acceptedOthers } = await changedTallied(5)
  expect([refusedGood, acceptedOthers]).toEqual([0, 0])
  expect(good).toBeGreaterThanOrEqual(1)
  expect(others).toBeGreaterThanOrEqual(3)
})
