import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alikeSets } from '../../src/domain/near-duplicates.ts'

const RULE = { least: 0.8, fewest: 4 }

describe('alikeSets', () => {
  it('finds every pair that comparing all with all finds, with the same likeness', () => {
    const set = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 }).map((words) => new Set(words))
    fc.assert(
      fc.property(fc.array(set, { maxLength: 30 }), (sets) => {
        expect(alikeSets(sets, RULE)).toEqual(allPairs(sets))
      }),
    )
  })

  it('does not grow with the square where all say the same', () => {
    const same = Array.from({ length: 3000 }, () => new Set(['deploy', 'shop', 'website', 'production']))
    expect(alikeSets(same, RULE).length).toBeLessThan(3000 * 101)
  })
})

function allPairs(sets: readonly ReadonlySet<string>[]) {
  return sets.flatMap((one, i) =>
    sets.flatMap((other, k) => {
      if (k <= i || one.size < RULE.fewest || other.size < RULE.fewest) return []
      const both = [...one].filter((word) => other.has(word)).length
      const alike = both / (one.size + other.size - both)
      return alike >= RULE.least ? [[i, k, alike]] : []
    }),
  )
}
