import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deedLikeness, sharedDeeds } from '../../../src/domain/grouping/deed-likeness.ts'
import { THRESHOLDS } from '../../../src/domain/grouping/thresholds.ts'

const BITS: Readonly<Record<string, number>> = { habit: 0, usual: 1, some: 3, rare: 6, odd: 8 }
const rarity = (deed: string): number => BITS[deed] ?? 0
const deeds = fc
  .tuple(fc.shuffledSubarray(Object.keys(BITS)), fc.nat(5))
  .map(([all, n]) => ({ asked: all.slice(0, n), other: all.slice(n) }))
const none = { asked: [], other: [] }

describe('the likeness of deeds', () => {
  it('is symmetric, 0 or more, and less than what founds a group without a word in common', () =>
    fc.assert(
      fc.property(deeds, deeds, (a, b) => {
        const likeness = deedLikeness(a, b, rarity)
        expect(likeness).toBeCloseTo(deedLikeness(b, a, rarity), 12)
        expect(likeness).toBeGreaterThanOrEqual(0)
        if (a.asked.length === 0) expect(likeness).toBeLessThan(THRESHOLDS.birth)
      }),
    ))

  it('is 0 for what every run does, and most for a rare deed that both asked for', () => {
    const did = (...other: string[]) => ({ asked: [], other })
    const asked = (deed: string) => ({ asked: [deed], other: [] })
    expect(deedLikeness(did('habit'), did('habit'), rarity)).toBe(0)
    expect(deedLikeness(undefined, did('rare'), rarity)).toBe(0)
    const order = [
      deedLikeness(did('usual'), did('usual'), rarity),
      deedLikeness(did('rare', 'usual'), did('rare', 'odd'), rarity),
      deedLikeness(did('rare'), did('rare'), rarity),
      deedLikeness(asked('some'), asked('some'), rarity),
      deedLikeness(asked('rare'), asked('rare'), rarity),
    ]
    expect(deedLikeness(did('rare'), did('rare'), rarity, () => true)).toBeGreaterThan(0.4)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(new Set(order).size).toBe(order.length)
  })

  it('tells what all have in common, rarest first, without habits', () => {
    const [a, b] = [
      { asked: ['some'], other: ['habit', 'odd'] },
      { asked: [], other: ['habit', 'odd', 'some', 'rare'] },
    ]
    expect(sharedDeeds([a, b], rarity)).toEqual(['odd', 'some'])
    expect(sharedDeeds([a, b, none], rarity)).toEqual([])
    expect(sharedDeeds([a, undefined], rarity)).toEqual([])
  })
})
