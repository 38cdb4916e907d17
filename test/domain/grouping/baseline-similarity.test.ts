import { describe, expect, it } from 'vitest'
import {
  type BaselineSimilarity,
  binOf,
  excessSimilarity,
  NO_BASELINE,
  nextBaseline,
} from '../../../src/domain/grouping/baseline-similarity.ts'
import { THRESHOLDS } from '../../../src/domain/grouping/thresholds.ts'

const seen = (turns: number, likeness: number): BaselineSimilarity =>
  Array.from({ length: turns }).reduce<BaselineSimilarity>(
    (level, _, id) => nextBaseline(level, id, new Array(8).fill(binOf(likeness))),
    NO_BASELINE,
  )

describe('excess', () => {
  it('is 0 for a new user and grows towards what is seen', () => {
    expect(excessSimilarity(NO_BASELINE)).toBe(0)
    expect(excessSimilarity(seen(5, 0.3))).toBeGreaterThan(0)
    expect(excessSimilarity(seen(5, 0.3))).toBeLessThan(excessSimilarity(seen(500, 0.3)))
    expect(excessSimilarity(seen(5000, 0.3))).toBeCloseTo(0.2, 1)
    expect(excessSimilarity(seen(5000, 0.04))).toBeLessThan(0)
  })

  it('lets requests that hardly differ join, however often one task is asked for', () => {
    expect(THRESHOLDS.join + THRESHOLDS.follow * excessSimilarity(seen(5000, 0.95))).toBeLessThan(0.9)
  })

  it('stays small as plain values', () => {
    const { counts, recent } = seen(1000, 0.1)
    expect(counts).toHaveLength(51)
    expect(recent).toEqual(Array.from({ length: 32 }, (_, i) => 968 + i))
  })
})
