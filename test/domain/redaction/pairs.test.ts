import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cuesOf, Pairs } from '../../../src/domain/redaction/pairs.ts'

const character = fc.constantFrom(...'abcde -_=:"%зß：是\u0000\u{1f600}'.split(''))
const text = (most: number) => fc.string({ unit: character, minLength: 1, maxLength: most })

it('finds a word wherever the text holds it, and none that it does not hold', () => {
  fc.assert(
    fc.property(fc.array(text(4), { minLength: 1, maxLength: 4 }), text(40), (words, within) => {
      expect(new Pairs(within).hasOne(cuesOf(words))).toBe(words.some((word) => within.includes(word)))
    }),
  )
})

it('forgets the pairs of earlier texts, however many there were', () => {
  const cues = cuesOf(['ab cd', 'b'.repeat(2)])
  new Pairs('ab cd')
  for (let i = 0; i < 1 << 17; i++) if (new Pairs(i % 9 === 0 ? 'ab c' : 'd ab').hasOne(cues)) expect.unreachable()
  expect(new Pairs('ab cd').hasOne(cues)).toBe(true)
})

it('tells the longest run of characters of tokens', () => {
  expect(new Pairs('a bc.d-E_9/xy').longestRun).toBe('bc.d-E_9'.length)
  expect(new Pairs('=：').longestRun).toBe(0)
})
