import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DocumentBlock, partsOf, passagesOf } from '../../../src/domain/learning/document.ts'

const blocks = fc.array(
  fc.record<DocumentBlock>({
    kind: fc.constantFrom('heading', 'text', 'text'),
    text: fc.string({ maxLength: 300, unit: fc.constantFrom('a', 'b', ' ', '\n', 'é') }),
  }),
)
const bare = (texts: readonly string[]) => texts.join('').replace(/\s/g, '')

test('parts hold all text, in its order, each within its bound', () =>
  fc.assert(
    fc.property(blocks, fc.integer({ min: 20, max: 400 }), (found, most) => {
      const parts = partsOf(found, most)
      expect(bare(parts.map(({ text }) => text))).toBe(
        bare(found.flatMap(({ kind, text }) => (kind === 'text' ? [text] : []))),
      )
      expect(parts.every(({ text }) => text.length <= most)).toBe(true)
      expect(parts.map(({ id }) => id)).toEqual(parts.map((_, i) => `p${i + 1}`))
    }),
  ))

test('passages hold all parts, in their order, each within its room', () =>
  fc.assert(
    fc.property(blocks, (found) => {
      const parts = partsOf(found, 100)
      const passages = passagesOf(parts, 600)
      expect(passages.flat()).toEqual(parts)
      for (const passage of passages)
        expect(passage.reduce((n, { text }) => n + text.length, 0)).toBeLessThanOrEqual(600)
    }),
  ))

test('a part is under the heading before it, and of one page', () =>
  expect(
    partsOf([
      { kind: 'text', text: 'before' },
      { kind: 'heading', text: 'One\n two' },
      { kind: 'text', text: 'first', page: 2 },
      { kind: 'text', text: 'second', page: 3 },
    ]),
  ).toEqual([
    { id: 'p1', heading: '', text: 'before' },
    { id: 'p2', heading: 'One two', page: 2, text: 'first' },
    { id: 'p3', heading: 'One two', page: 3, text: 'second' },
  ]))
