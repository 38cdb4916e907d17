import { describe, expect, it } from 'vitest'
import { headStart, prioritize, seedSuccesses } from '../../src/domain/hydration.ts'
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

describe('prioritize', () => {
  const counts = new Map([
    ['perfect', { successes: 9, failures: 0 }],
    ['even', { successes: 4, failures: 4 }],
    ['good', { successes: 3, failures: 1 }],
    ['poor', { successes: 1, failures: 3 }],
    ['awful', { successes: 0, failures: 30 }],
    ['silent', { successes: 0, failures: 0 }],
  ])

  it('puts proven skills first, then the unseen in input order, then the failing with the worst last', () => {
    const names = ['awful', 'new b', 'poor', 'even', 'silent', 'good', 'perfect', 'new a']
    expect(prioritize(names, (name) => counts.get(name))).toEqual([
      'perfect',
      'good',
      'even',
      'new b',
      'silent',
      'new a',
      'poor',
      'awful',
    ])
  })

  it('keeps input order among equals', () => {
    const same = () => ({ successes: 2, failures: 1 })
    expect(prioritize(['b', 'c', 'a'], same)).toEqual(['b', 'c', 'a'])
  })
})
