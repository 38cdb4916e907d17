import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/bandit.ts'
import { cosine, pack, unit, unpack } from '../../../src/domain/vectors/cosine.ts'
import {
  decodeNormalisation,
  encodeNormalisation,
  learnNormalisation,
  normalisedVector,
} from '../../../src/domain/vectors/normalisation.ts'

const next = seededRandom(3)
const noise = (length: number, scale = 1): Float32Array => Float32Array.from({ length }, () => (next() - 0.5) * scale)

/** Vectors as models give them: all of them lean one way, and two directions drown the others. */
function leaning(count: number, length = 48): Float32Array[] {
  const [lean, one, two] = [noise(length, 4), unit(noise(length)), unit(noise(length))]
  return Array.from({ length: count }, () => {
    const [a, b] = [(next() - 0.5) * 8, (next() - 0.5) * 5]
    return noise(length).map((part, i) => part + lean[i]! + a * one[i]! + b * two[i]!)
  })
}

const meanSize = (vectors: readonly Float32Array[]): number => {
  let sum = 0
  let pairs = 0
  for (let i = 0; i < vectors.length; i++)
    for (let j = 0; j < i; j++, pairs++) sum += Math.abs(cosine(vectors[i]!, vectors[j]!))
  return sum / pairs
}

describe('a space', () => {
  const texts = leaning(120)
  const space = learnNormalisation(texts.slice(0, 80))
  const others = texts.slice(80)

  it('takes away what all vectors of a model share, for texts it has not seen', () => {
    const before = meanSize(others.map((vector) => unit(vector.slice())))
    const after = meanSize(others.map((vector) => normalisedVector(space, vector)))
    expect(before).toBeGreaterThan(0.6)
    expect(after).toBeLessThan(0.2)
  })

  it('gives unit vectors and leaves what it was given', () => {
    const before = others[0]!.slice()
    const vector = normalisedVector(space, others[0]!)
    expect(cosine(vector, vector)).toBeCloseTo(1, 5)
    expect(others[0]).toEqual(before)
  })

  it('is the same for the same vectors, and after it was kept', () => {
    expect(learnNormalisation(texts.slice(0, 80))).toEqual(space)
    const again = decodeNormalisation(encodeNormalisation(space))!
    expect(cosine(normalisedVector(again, others[0]!), normalisedVector(space, others[0]!))).toBeCloseTo(1, 5)
    expect(again.directions).toHaveLength(space.directions.length)
  })

  it('is not read from bytes that are none', () => {
    for (const bytes of [[], [1], [1, 2, 3, 4], new Array<number>(40).fill(255)])
      expect(decodeNormalisation(Uint8Array.from(bytes))).toBeUndefined()
  })

  it('stands vectors that say nothing: all alike, of length 0, a single one', () => {
    for (const given of [[noise(4)], new Array<Float32Array>(5).fill(Float32Array.of(1, 2, 3)), [new Float32Array(3)]])
      expect([...normalisedVector(learnNormalisation(given), given[0]!)].every(Number.isFinite)).toBe(true)
  })
})

describe('a packed vector', () => {
  it('comes back so that no cosine moves by .01', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 64, max: 600 }), (seed, length) => {
        const random = seededRandom(seed)
        const make = () => unit(Float32Array.from({ length }, () => random() - 0.5))
        const [a, b] = [make(), make()]
        const moved = cosine(unpack(pack(a)), unpack(pack(b))) - cosine(a, b)
        expect(Math.abs(moved)).toBeLessThan(0.01)
        expect(pack(a)).toHaveLength(length)
      }),
    ))

  it('is the same when it is packed again', () => {
    const once = unpack(pack(unit(noise(64))))
    expect(unpack(pack(once))).toEqual(once)
  })

  it('stands a vector of nothing', () => expect([...unpack(pack(new Float32Array(3)))]).toEqual([0, 0, 0]))
})
