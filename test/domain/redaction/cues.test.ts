import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cuesIn, cuesOf } from '../../../src/domain/redaction/cues.ts'

const character = fc.constantFrom(...'abcde -_=:"%зß：是\u0000\u{1f600}'.split(''))
const text = (most: number) => fc.string({ unit: character, minLength: 0, maxLength: most })

it('finds a word wherever the text holds it, beside and within others, and none that it does not hold', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(text(4), { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
      text(40),
      (lists, within) => {
        const all = lists.map(cuesOf)
        // The first short texts of a process are read in another way than long ones.
        for (const read of [within, '~'.repeat(1_000) + within]) {
          const found = cuesIn(read)
          expect(all.map((cues) => found[cues] === 1)).toEqual(
            lists.map((words) => words.some((word) => within.includes(word))),
          )
        }
      },
    ),
  )
})
