import { describe, expect, it } from 'vitest'
import { headStart, seedSuccesses } from '../../src/domain/hydration.ts'
import { vectors } from './vectors.ts'

describe('seedSuccesses', () => {
  it('agrees with every test vector', () => {
    const lines = vectors<{ score: number; successes: number }>('seed')
    expect(lines).toHaveLength(92)
    for (const { score, successes } of lines) expect([score, seedSuccesses(score)]).toEqual([score, successes])
  })

  it('rounds halves away from zero and takes what is no number for nothing', () => {
    expect([0.1, 0.3, 0.5, 0.7, 0.9].map(seedSuccesses)).toEqual([1, 2, 3, 4, 5])
    expect(seedSuccesses(Number.NaN)).toBe(0)
  })
})

describe('headStart', () => {
  it('agrees with every test vector', () => {
    const lines = vectors<{ n: number; successes: number[] }>('prioritizer_seed')
    expect(lines).toHaveLength(23)
    for (const { n, successes } of lines) expect(headStart(n)).toEqual(successes)
  })

  it('is empty for no skills', () => expect(headStart(0)).toEqual([]))
})
