import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/bandit.ts'
import { logBeta } from '../../src/domain/belief.ts'
import { type Beta, drawLogit } from '../../src/domain/beta.ts'
import { type ArmGroup, propensities } from '../../src/domain/propensity.ts'
import { times } from '../long.ts'

const total = (groups: readonly ArmGroup[]) =>
  propensities(groups).reduce((sum, value, i) => sum + value * groups[i]!.count, 0)

const chanceAgainst = (one: Beta, other: Beta) => propensities([one, other].map((arm) => ({ ...arm, count: 1 })))[0]!

const shape = fc.oneof(fc.double({ min: 1, max: 5, noNaN: true }), fc.integer({ min: 1, max: 1_000_000 }))
const group = fc.record({ alpha: shape, beta: shape, count: fc.integer({ min: 1, max: 40 }) })

describe('propensity', () => {
  it('sums to 1 over all arms, whatever their posteriors', () => {
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 6 }), (groups) => {
        expect(Math.abs(total(groups) - 1)).toBeLessThan(1e-6)
      }),
      { numRuns: times(100, 500), seed: 99 },
    )
  })

  it('sums to 1 over ten thousand arms', () => {
    const groups: ArmGroup[] = [
      { alpha: 1, beta: 1, count: 9900 },
      ...Array.from({ length: 100 }, (_, i) => ({ alpha: 1 + (i % 10), beta: 1 + Math.floor(i / 10) * 3, count: 1 })),
    ]
    expect(Math.abs(total(groups) - 1)).toBeLessThan(1e-6)
  })

  it('does not depend on the order of the arms', () => {
    fc.assert(
      fc.property(fc.array(group, { minLength: 2, maxLength: 5 }), (groups) => {
        const turned = propensities([...groups].reverse()).toReversed()
        for (const [i, value] of propensities(groups).entries()) expect(value).toBeCloseTo(turned[i]!, 9)
      }),
      { numRuns: 30, seed: 12 },
    )
  })

  it('is the same for arms counted in one group or listed one by one', () => {
    const other = { alpha: 4, beta: 4, count: 1 }
    const [grouped] = propensities([{ alpha: 2, beta: 3, count: 3 }, other])
    const single = { alpha: 2, beta: 3, count: 1 }
    expect(propensities([single, single, single, other])[1]).toBeCloseTo(grouped!, 9)
  })

  it('has the closed form where there is one: Beta(n, 1) against Beta(m, 1) wins n in n + m', () => {
    for (const [n, m] of [
      [1, 1],
      [3, 1],
      [10, 7],
      [5000, 3],
    ] as const)
      expect(chanceAgainst({ alpha: n, beta: 1 }, { alpha: m, beta: 1 })).toBeCloseTo(n / (n + m), 7)
  })

  it('is what the sum of Beta functions gives for two arms with whole counts', () => {
    const counts = fc.record({ alpha: fc.integer({ min: 1, max: 400 }), beta: fc.integer({ min: 1, max: 100_000 }) })
    fc.assert(
      fc.property(counts, counts, (one, other) => {
        // Miller 2014: P(X > Y) = sum over i < alpha of B(alpha' + i, beta + beta') / ((beta + i) B(1 + i, beta) B(alpha', beta')).
        let chance = 0
        for (let i = 0; i < one.alpha; i++)
          chance +=
            Math.exp(
              logBeta(other.alpha + i, one.beta + other.beta) -
                logBeta(1 + i, one.beta) -
                logBeta(other.alpha, other.beta),
            ) /
            (one.beta + i)
        expect(chanceAgainst(one, other)).toBeCloseTo(chance, 7)
      }),
      { numRuns: times(100, 500), seed: 4 },
    )
  })

  it('matches 100,000 simulated draws', () => {
    const groups = [
      { alpha: 1, beta: 1, count: 1 },
      { alpha: 5, beta: 2, count: 1 },
      { alpha: 1.2, beta: 1.3, count: 1 },
      { alpha: 300, beta: 120, count: 1 },
      { alpha: 40, beta: 17, count: 1 },
    ]
    const random = seededRandom(5)
    const wins = groups.map(() => 0)
    for (let n = 0; n < 100_000; n++) {
      const draws = groups.map((posterior) => drawLogit(posterior, random))
      wins[draws.indexOf(Math.max(...draws))]!++
    }
    for (const [i, p] of propensities(groups).entries())
      expect(Math.abs(wins[i]! / 100_000 - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / 100_000))
  })

  it('is never 0, so that inverse weights stay finite', () => {
    expect(chanceAgainst({ alpha: 1, beta: 1e6 }, { alpha: 1e6, beta: 1 })).toBeGreaterThan(0)
  })
})
