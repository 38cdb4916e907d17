import { describe, expect, it } from 'vitest'
import { binOf, excess, type Level, NO_LEVEL, nextLevel } from '../../../src/domain/grouping/level.ts'
import { THRESHOLDS } from '../../../src/domain/grouping/thresholds.ts'

const seen = (turns: number, likeness: number): Level =>
  Array.from({ length: turns }).reduce<Level>(
    (level, _, id) => nextLevel(level, id, new Array(8).fill(binOf(likeness))),
    NO_LEVEL,
  )

describe('excess', () => {
  it('is 0 for a new user and grows towards what is seen', () => {
    expect(excess(NO_LEVEL)).toBe(0)
    expect(excess(seen(5, 0.3))).toBeGreaterThan(0)
    expect(excess(seen(5, 0.3))).toBeLessThan(excess(seen(500, 0.3)))
    expect(excess(seen(5000, 0.3))).toBeCloseTo(0.2, 1)
    expect(excess(seen(5000, 0.04))).toBeLessThan(0)
  })

  it('lets requests that hardly differ join, however often one task is asked for', () => {
    expect(THRESHOLDS.join + THRESHOLDS.follow * excess(seen(5000, 0.95))).toBeLessThan(0.9)
  })

  it('stays small as plain values', () => {
    const { counts, recent } = seen(1000, 0.1)
    expect(counts).toHaveLength(51)
    expect(recent).toEqual(Array.from({ length: 32 }, (_, i) => 968 + i))
  })
})
