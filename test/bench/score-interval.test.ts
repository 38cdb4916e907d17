import { describe, expect, it } from 'vitest'
import { newcombe, wilson } from './score-interval.ts'

describe('wilson', () => {
  it('gives the published interval for 81 of 263', () => {
    // Newcombe 1998, Statistics in Medicine 17:857-872, table I, method 3.
    const { low, high } = wilson({ successes: 81, failures: 182 })
    expect(low).toBeCloseTo(0.2553, 4)
    expect(high).toBeCloseTo(0.3662, 4)
  })

  it('says nothing without runs', () => expect(wilson({ successes: 0, failures: 0 })).toEqual({ low: 0, high: 1 }))
})

describe('newcombe', () => {
  it.each([
    // Newcombe 1998, Statistics in Medicine 17:873-890, table II, method 10.
    [56, 14, 48, 32, 0.0524, 0.3339],
    [9, 1, 3, 7, 0.1705, 0.809],
    [10, 0, 0, 20, 0.6791, 1],
  ])('gives the published interval for %d-%d against %d-%d', (s1, f1, s0, f0, low, high) => {
    const interval = newcombe({ successes: s1, failures: f1 }, { successes: s0, failures: f0 })
    expect(interval.low).toBeCloseTo(low, 3)
    expect(interval.high).toBeCloseTo(high, 3)
  })
})
