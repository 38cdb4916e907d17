import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heaviestPairs } from '../../src/domain/heaviest-pairs.ts'

/** The greatest sum, by trying each way. */
function greatest(table: readonly (readonly number[])[], i = 0, j = 0): number {
  const own = table[i]?.[j]
  if (own === undefined) return 0
  return Math.max(own + greatest(table, i + 1, j + 1), greatest(table, i + 1, j), greatest(table, i, j + 1))
}

const sized = (n: number, m: number) =>
  fc.array(fc.array(fc.constantFrom(0, 0.5, 0.75, 1), { minLength: m, maxLength: m }), { minLength: n, maxLength: n })

describe('heaviestPairs', () => {
  it('gives pairs in the order of both lists, worth as much as the best way and none worth 0', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 5 })).chain((size) => sized(...size)),
        (table) => {
          const pairs = heaviestPairs(table.length, table[0]?.length ?? 0, (i, j) => table[i]![j]!)
          const worths = pairs.map(([i, j]) => table[i]![j]!)
          expect(worths.reduce<number>((sum, one) => sum + one, 0)).toBe(greatest(table))
          expect(worths).not.toContain(0)
          for (const at of [0, 1] as const) {
            const places = pairs.map((pair) => pair[at])
            expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
          }
        },
      ),
    )
  })

  it('pairs and weighs items of one kind only', () => {
    const weighed: string[] = []
    const worth = (i: number, j: number) => weighed.push(`${i} ${j}`) && 1
    expect(heaviestPairs(2, 2, worth, [Int32Array.of(1, 2), Int32Array.of(2, 3)])).toEqual([[1, 0]])
    expect(weighed).toEqual(['1 0'])
  })
})
