import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterRequest, type Mix, NEW_MIX, thresholdFor } from '../../../src/domain/routing/mix.ts'

/** The mix after many requests of these relevances, in turn. */
const stream = (...relevances: readonly number[]): Mix =>
  Array.from({ length: 4000 }, (_, n) => relevances[n % relevances.length]!).reduce(afterRequest, NEW_MIX)

describe('thresholdFor', () => {
  it('asks for an even chance at first', () => {
    expect(thresholdFor(NEW_MIX, 0.9)).toBeGreaterThanOrEqual(0.4)
    expect(thresholdFor(NEW_MIX, 0.9)).toBeLessThanOrEqual(0.6)
  })

  it('rises with the doubtful requests of the stream, and falls where nearly all are answerable', () => {
    const doubtful = thresholdFor(stream(0.97, 0.6, 0.6, 0.02), 0.9)
    const clear = thresholdFor(stream(0.97, 0.97, 0.97, 0.97, 0.97, 0.55), 0.9)
    expect(doubtful).toBeGreaterThan(0.6)
    expect(clear).toBeLessThan(0.6)
    expect(thresholdFor(stream(0.97, 0.6, 0.6, 0.02), 0.5)).toBeLessThan(doubtful)
  })

  it('lets a sure match through in any stream, however much is asked for', () => {
    expect(thresholdFor(stream(0.01), 0.9)).toBeLessThanOrEqual(0.9)
    expect(thresholdFor(stream(0.6), 1)).toBe(0.9)
  })

  it('keeps the promise by the probabilities themselves: offers above it are right as often as asked', () => {
    const mixes = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(mixes, fc.double({ min: 0.5, max: 0.97, noNaN: true }), (mix, precision) => {
        const threshold = thresholdFor(mix, precision)
        const above = mix.map((weight, bin) => ({ weight, p: (bin + 0.5) / 20 })).filter(({ p }) => p >= threshold)
        const offered = above.reduce((sum, { weight }) => sum + weight, 0)
        const right = above.reduce((sum, { weight, p }) => sum + weight * p, 0)
        if (threshold < 0.9) expect(right).toBeGreaterThanOrEqual(precision * offered - 1e-9)
      }),
      { numRuns: 300, seed: 41 },
    )
  })
})
