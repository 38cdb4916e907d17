import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesOf } from '../../src/domain/matches.ts'

const PATTERNS = [/a+/g, /b?/g, /b?/gu, /(?<=a)b|\p{L}/gu, /$/gm, /(\w)(\d)?/gi]

test('the matches of a pattern are those that matchAll finds, whatever the text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', 'b', '1', '\n', ' ', '😀', '\ud83d', 'é') })
  fc.assert(
    fc.property(fc.constantFrom(...PATTERNS), text, (pattern, said) => {
      expect([...matchesOf(pattern, said)]).toEqual([...said.matchAll(pattern)])
    }),
  )
})

test('one search by a pattern may begin within another, or after one that was given up', () => {
  const word = /\w+/g
  const pairs = [...matchesOf(word, 'a b')].flatMap(([outer]) =>
    [...matchesOf(word, 'c d')].map(([inner]) => outer + inner),
  )
  expect(pairs).toEqual(['ac', 'ad', 'bc', 'bd'])
  for (const _ of matchesOf(word, 'a b')) break
  expect(word.test('b')).toBe(true)
})
