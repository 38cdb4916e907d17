import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../src/domain/bandit.ts'
import type { SkillText } from '../../../src/domain/retrieval/fields.ts'
import { type Bytes, DamagedIndex, PAGE } from '../../../src/domain/retrieval/paged.ts'
import { SkillIndex } from '../../../src/domain/retrieval/skill-index.ts'

const WORDS = 'build test lint deploy release branch review merge parse format cache queue token socket worker stream'
  .split(' ')
  .flatMap((word) => [word, `${word}er`, `${word}ing`, `un${word}`])
const word = fc.constantFrom(...WORDS)
const sentence = (most: number) => fc.array(word, { minLength: 1, maxLength: most }).map((words) => words.join(' '))
const skill = fc.record({
  name: sentence(3),
  description: sentence(12),
  body: sentence(30),
  triggers: fc.array(sentence(5), { maxLength: 3 }),
})
const id = fc.integer({ min: 0, max: 30 }).map((n) => `skill-${n}`)
const edit = fc.oneof(
  fc.tuple(id, skill).map(([of, text]) => ({ put: { id: of, ...text } as SkillText })),
  id.map((remove) => ({ remove })),
)

/** Saved bytes that note what was read of them. */
function noted(saved: Uint8Array): Bytes & { readonly count: { bytes: number } } {
  const count = { bytes: 0 }
  const read = (at: number, length: number): Uint8Array => {
    count.bytes += length
    return saved.subarray(at, at + length)
  }
  return { size: saved.length, read, count }
}

function opened(bytes: Bytes): SkillIndex {
  const found = SkillIndex.open(bytes)
  if ('refused' in found) throw new Error(found.refused)
  return found.index
}

test('an index that is read in pieces answers as one that is whole, to the last bit, whatever changed since', () => {
  const cases = fc.record({
    skills: fc.uniqueArray(fc.tuple(id, skill), { maxLength: 25, selector: ([of]) => of }),
    edits: fc.array(edit, { maxLength: 12 }),
    requests: fc.array(sentence(6), { minLength: 1, maxLength: 6 }),
  })
  fc.assert(
    fc.property(cases, ({ skills, edits, requests }) => {
      const whole = new SkillIndex()
      for (const [of, text] of skills) whole.add({ id: of, ...text })
      const pieces = opened(noted(whole.save()))
      for (const one of edits)
        for (const index of [whole, pieces])
          if ('put' in one) index.put(one.put)
          else index.remove(one.remove)
      expect(pieces.size).toBe(whole.size)
      for (const request of requests) {
        expect(pieces.search(request, 5)).toEqual(whole.search(request, 5))
        expect(pieces.explain(request, 3)).toEqual(whole.explain(request, 3))
      }
      expect([...opened(noted(pieces.save())).ids()]).toEqual([...whole.ids()].sort())
    }),
  )
})

/** So many skills of rare words, as a large library has them. */
function large(count: number): SkillIndex {
  const random = seededRandom(3)
  const below = (n: number): number => Math.floor(random() * n)
  const some = (n: number): string =>
    Array.from({ length: n }, () => `${WORDS[below(WORDS.length)]}${below(4) === 0 ? below(900) : ''}`).join(' ')
  const index = new SkillIndex()
  for (let n = 0; n < count; n++)
    index.add({ id: `skill-${n}`, name: some(3), description: some(10), body: some(60), triggers: [some(5), some(5)] })
  return index
}

test('a search reads a small part of a large index, and finds the same', () => {
  const whole = large(2_500)
  const saved = whole.save()
  const bytes = noted(saved)
  const pieces = opened(bytes)
  for (const request of ['review123 the branch', 'lint parser cacheing', 'unmerge the queue777 socket']) {
    expect(pieces.search(request, 10)).toEqual(whole.search(request, 10))
    expect(bytes.count.bytes).toBeLessThan(saved.length / 3)
  }
})

test('a page that was altered is never taken for what was saved', () => {
  const saved = large(300).save()
  const pages = (saved.length - PAGE) / PAGE
  fc.assert(
    fc.property(fc.nat(Math.floor(pages) - 1), fc.nat(PAGE - 1), fc.integer({ min: 1, max: 255 }), (page, at, by) => {
      const place = saved.length - (page + 1) * PAGE + at
      const index = opened(noted(saved.with(place, saved[place]! ^ by)))
      expect(() => index.readAll()).toThrow(DamagedIndex)
    }),
    { numRuns: 50 },
  )
})
