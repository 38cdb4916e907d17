import { describe, expect, it } from 'vitest'
import { MAX_MEANT, ownMeanings } from '../../../src/domain/grouping/meaning.ts'
import { cosine, unit, type Vectors } from '../../../src/domain/vectors/cosine.ts'

/** All are about the same; the second part says what is to be done. */
const vectors: Vectors = (text) => unit(Float32Array.of(2, text.startsWith('add') ? 1 : -1))
const near = (meanings: Vectors) => cosine(meanings('add one')!, meanings('drop one')!)

describe("meanings of a user's requests", () => {
  it('are without what the latest requests have in common, the more of them there are', () => {
    const latest = ['add a', 'drop a', 'add b', 'drop b', 'add c', 'drop c', 'add d', 'drop d', 'add e', 'drop e']
    expect(near(ownMeanings(vectors, []))).toBeCloseTo(near(vectors))
    expect(near(ownMeanings(vectors, latest.slice(0, 4)))).toBeLessThan(near(vectors))
    expect(near(ownMeanings(vectors, latest))).toBeLessThan(near(ownMeanings(vectors, latest.slice(0, 4))))
    expect(near(ownMeanings(vectors, [...latest, ...latest, ...latest]))).toBeLessThan(0.3)
  })

  it('are those of short requests only', () => {
    expect(ownMeanings(vectors, [])('add '.repeat(MAX_MEANT / 4))).toBeDefined()
    expect(ownMeanings(vectors, [])('add '.repeat(MAX_MEANT / 4 + 1))).toBeUndefined()
  })

  it("are the model's own where none of the latest is known", () => {
    expect(ownMeanings((text) => (text === 'x' ? vectors(text) : undefined), ['y'])('x')).toEqual(vectors('x'))
  })
})
