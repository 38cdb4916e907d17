import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grams } from '../../../src/domain/retrieval/grams.ts'
import { terms } from '../../../src/domain/retrieval/terms.ts'

const ASCII = fc.string({
  unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
  maxLength: 200,
})
const OTHER = 'é'

it('reads a text of ASCII as it does beside a word that is none', () => {
  fc.assert(
    fc.property(fc.oneof(ASCII, fc.stringMatching(/^(?:[A-Za-z0-9]{1,6}(?:\+\+|#|[ .-]))*$/)), (text) => {
      expect(terms(`${text} ${OTHER}`)).toEqual([...terms(text), ...terms(OTHER)])
      expect(grams(`${text} ${OTHER}`, 10_000)).toEqual([...grams(text, 10_000), ...grams(OTHER, 10_000)])
    }),
    { seed: 20260, numRuns: 2_000 },
  )
})

it('keeps the signs that make another language of a word, and stems Latin and Cyrillic ones', () => {
  expect(terms('C++, C# and F#; reviews').map(({ surface }) => surface)).toEqual(['c++', 'c#', 'and', 'f#', 'reviews'])
  expect(terms('reviews')[0]?.hash).toBe(terms('Review')[0]?.hash)
  expect(terms('проверки')[0]?.hash).toBe(terms('проверка')[0]?.hash)
  expect(terms('評価 2026').map(({ surface }) => surface)).toEqual(['評', '価', '評価', '2026'])
})

it('gives a noun in -ion the stem of its verb', () => {
  const stemOf = (word: string) => terms(word)[0]?.hash
  for (const [noun, verb] of ['extraction extract', 'prediction predict', 'discussions discuss'].map((p) =>
    p.split(' '),
  ))
    expect(stemOf(noun!), noun).toBe(stemOf(verb!))
})
