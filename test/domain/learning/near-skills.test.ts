import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearSkills } from '../../../src/domain/learning/near-skills.ts'

const of = (...values: number[]) => values.map((relevance) => ({ relevance }))

test('skills far behind the best one, or far from all that was asked, are not shown', () => {
  expect(nearSkills(of(0.9, 0.2, 0.08, 0.01))).toEqual(of(0.9, 0.2))
  expect(nearSkills(of(0.04, 0.02, 0.009))).toEqual(of(0.04, 0.02))
  expect(nearSkills(of(0.009, 0.001))).toEqual([])
  expect(nearSkills([])).toEqual([])
})

test('whatever the hits, those shown are the first of them, and the best one is shown if any is', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (values) => {
      const hits = of(...values.sort((a, b) => b - a))
      const near = nearSkills(hits)
      expect(near).toEqual(hits.slice(0, near.length))
      expect(near.length > 0).toBe((hits[0]?.relevance ?? 0) >= 0.01)
    }),
  )
})
