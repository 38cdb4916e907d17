import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { namedSpans } from '../../../src/domain/redaction/named.ts'
import * as value from '../../../src/domain/redaction/value.ts'

vi.mock('../../../src/domain/redaction/value.ts', { spy: true })

/** Characters that are judged, of all values together. */
function judged(text: string): number {
  const judge = vi.mocked(value.isSecretValue)
  judge.mockClear()
  namedSpans(text, true, [])
  return judge.mock.calls.reduce((sum, [given]) => sum + given.length, 0)
}

it('judges at most sixteen characters for each one of the text, however many names stand in one word', () => {
  const names = fc.constantFrom('key', 'token', 'password', 'a.key', '--key', 'x')
  const joints = fc.constantFrom('=', ':', '=a,', ':"', '=\\', '=a1b2$', '=a|', '==', "='a", '%3D')
  fc.assert(
    fc.property(fc.array(fc.tuple(names, joints), { minLength: 1, maxLength: 6 }), (parts) => {
      const unit = parts.flat().join('')
      const text = unit.repeat(Math.ceil(8_000 / unit.length))
      expect(judged(text)).toBeLessThan(16 * text.length)
    }),
    { seed: 38, numRuns: 100 },
  )
})
