import { beforeEach, describe, expect, it } from 'vitest'
import { pack, textKey, unpack } from '../../src/domain/vectors/cosine.ts'
import { openDatabase } from '../../src/store/sqlite/open.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { type VectorTable, vectorTable } from '../../src/store/sqlite/vector-table.ts'
import type { Store } from '../../src/store/store.ts'
import type { StreakRule } from '../../src/store/streak-rule.ts'
import { options } from './sqlite/database.ts'
import { memoryStore } from './sqlite/memory-store.ts'

const DAY = 86_400_000
const MOST = 10
const bytes = (...parts: number[]) => Uint8Array.from(parts)
const some = (from: number, count: number) =>
  new Map(Array.from({ length: count }, (_, i) => [`text-${from + i}`, bytes(i)]))

describe('vectors in SQLite', () => {
  let vectors: VectorTable
  beforeEach(() => {
    vectors = vectorTable(openDatabase(options()), MOST)
  })
  const left = (from: number, count: number, at: number) => [...vectors.vectors('m', [...some(from, count).keys()], at)]

  it('are known under their model and digest, as they were saved', () => {
    vectors.saveVectors('m', new Map([['a', bytes(1, 255, 0)]]), 0)
    expect(vectors.vectors('m', ['a', 'b'], 0)).toEqual(new Map([['a', bytes(1, 255, 0)]]))
    expect(vectors.vectors('other', ['a'], 0).size).toBe(0)
    vectors.saveVectors('m', new Map([['a', bytes(2)]]), 0)
    expect(vectors.vectors('m', ['a'], 0).get('a')).toEqual(bytes(2))
  })

  it('stay below their bound, and those used last stay longest', () => {
    vectors.saveVectors('m', some(0, MOST), 0)
    expect(left(0, MOST, 0)).toHaveLength(MOST)
    vectors.vectors('m', ['text-3'], 2 * DAY)
    vectors.saveVectors('m', some(MOST, 3), 3 * DAY)
    const kept = left(0, MOST + 3, 3 * DAY).map(([digest]) => digest)
    expect(kept.length).toBeLessThanOrEqual(MOST)
    expect(kept).toEqual(expect.arrayContaining(['text-3', 'text-10', 'text-11', 'text-12']))
  })

  it('are found by the text for who compares requests', () => {
    const vector = pack(Float32Array.of(0.6, 0.8))
    vectors.saveVectors('m', new Map([[textKey('add tests'), vector]]), 0)
    const find = vectors.lookup('m')
    expect(find('add tests')).toEqual(unpack(vector))
    expect(find('add tests')).toEqual(unpack(vector))
    expect(find('other')).toBeUndefined()
    expect(vectors.lookup('other')('add tests')).toBeUndefined()
  })

  it('keep what a model’s vectors have in common beside them', () => {
    expect(vectors.vectorSpace('m')).toBeUndefined()
    vectors.saveVectorSpace('m', bytes(1))
    vectors.saveVectorSpace('m', bytes(2))
    expect(vectors.vectorSpace('m')).toEqual(bytes(2))
  })
})

describe.each<[string, () => Store]>([
  ['SQLite', () => openSqliteStore(options())],
  ['memory', () => memoryStore()],
])('a store in %s', (_, open) => {
  it('keeps vectors and spaces', async () => {
    await using store = open()
    await store.saveVectors('m', some(0, 2), 0)
    expect(await store.vectors('m', ['text-1', 'text-9'], 1)).toEqual(new Map([['text-1', bytes(1)]]))
    await store.saveVectorSpace('m', bytes(7))
    expect(await store.vectorSpace('m')).toEqual(bytes(7))
    expect(await store.vectorSpace('other')).toBeUndefined()
  })

  it('groups requests by what they mean where that is known, and by words alone where it is not', async () => {
    await using store = open()
    const requests = ['show pending merge requests', 'list merge proposals open', 'merge candidates overview']
    const vector = pack(Float32Array.of(0.6, 0.8))
    await store.saveVectors('m', new Map(requests.map((text) => [textKey(text), vector])), 0)
    const streaks = async (scope: string, vectorModel: string | undefined) => {
      const seen: number[] = []
      for (const [i, userInput] of requests.entries()) {
        const turn = { userInput, outcome: 'success' as const, summary: '1 turn', timestamp: new Date(i) }
        const id = `${scope}-${i}`
        const rule = { ...RULE, scope, vectorModel, claim: { ...RULE.claim, triggerId: id } }
        const { trigger } = await store.recordTurn({ id, signature: `s-${i}`, trajectory: turn }, rule)
        seen.push(trigger?.turnIds.length ?? 0)
      }
      return seen
    }
    expect(await streaks('words', undefined)).toEqual([0, 0, 0])
    expect(await streaks('others', 'other')).toEqual([0, 0, 0])
    expect(await streaks('meaning', 'm')).toEqual([0, 0, 3])
  })
})

const RULE: StreakRule = {
  threshold: 3,
  scope: '',
  expiryMs: DAY,
  maxBuckets: 100,
  grouping: 'similar',
  claim: { triggerId: 't', pid: 1, at: 0, staleMs: 1000, alive: () => true },
}
