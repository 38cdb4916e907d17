import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RedactingStream } from '../../src/domain/redact-stream.ts'

const KEY = Array.from({ length: 50 }, (_, i) => `MIIEow${'q7Xz'.repeat(13)}${i}`)
const TEXT = [
  'It begins.',
  'password=Tr0ub4dor-hunter',
  'db:',
  '  password: |',
  '    correct-Horse-77',
  '-----BEGIN RSA PRIVATE KEY-----',
  ...KEY,
  '-----END RSA PRIVATE KEY-----',
  'It ends here',
].join('\n')

const streamed = (pieces: readonly string[]): string => {
  const stream = new RedactingStream()
  return [...pieces.map((piece) => stream.take(piece)), stream.rest()].join('')
}

it('takes out secrets wherever the text is cut, those of several lines too', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(TEXT.length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), TEXT.length]
      const said = streamed(at.slice(1).map((end, i) => TEXT.slice(at[i], end)))
      expect(said).toMatch(/^It begins\.\n/)
      expect(said).toMatch(/\nIt ends here$/)
      for (const secret of ['Tr0ub4dor', 'Horse', 'q7Xz']) expect(said).not.toContain(secret)
    }),
    { seed: 1, numRuns: 15 },
  )
})

it('gives each line as soon as it is whole, as it was', () => {
  const stream = new RedactingStream()
  expect([stream.take('one\ntw'), stream.take('o\n'), stream.take('three'), stream.rest()]).toEqual([
    ...['one\n', 'two\n', '', 'three'],
  ])
})
