import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unify, unifyPaths } from '../../../src/domain/draft/generalise.ts'

const samples = (...lists: string[][]) => lists.map((words, rank) => ({ rank, words }))
const word = fc.constantFrom('go', 'test', '-v', '-run', './...', 'TestA', 'TestB', 'x')
const lists = fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })

describe('unify', () => {
  it('keeps what all have and opens one gap for what differs', () => {
    const pieces = unify(samples(['go', 'test', '-run', 'TestA', './...'], ['go', 'test', '-run', 'TestB', './...']))
    expect(pieces).toEqual([
      { constant: 'go' },
      { constant: 'test' },
      { constant: '-run' },
      {
        gap: [
          { rank: 0, text: 'TestA' },
          { rank: 1, text: 'TestB' },
        ],
      },
      { constant: './...' },
    ])
  })

  it('says where some have nothing', () => {
    expect(unify(samples(['go', 'test'], ['go', 'test', '-v'])).at(-1)).toEqual({
      gap: [
        { rank: 0, text: '' },
        { rank: 1, text: '-v' },
      ],
    })
  })

  it('makes constants only of equal lists', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (words, times) => {
        const pieces = unify(samples(...Array.from({ length: times }, () => words)))
        expect(pieces).toEqual(words.map((constant) => ({ constant })))
      }),
    )
  })

  it('hides no word in a gap that all samples of the gap have', () => {
    fc.assert(
      fc.property(lists, (words) => {
        for (const piece of unify(samples(...words))) {
          if ('constant' in piece) continue
          const [first, ...rest] = piece.gap.map(({ text }) => text.split(' '))
          expect(first!.filter((one) => one !== '' && rest.every((list) => list.includes(one)))).toEqual(
            words.length === 1 ? first : [],
          )
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('gives every sample back when its words are put into the gaps', () => {
    fc.assert(
      fc.property(lists, (words) => {
        const pieces = unify(samples(...words))
        words.forEach((list, rank) => {
          const text = pieces.map((piece) => ('constant' in piece ? piece.constant : piece.gap[rank]!.text))
          expect(text.filter((part) => part !== '').join(' ')).toBe(list.join(' '))
        })
      }),
    )
  })
})

describe('unifyPaths', () => {
  it('keeps the folders in common before and after', () => {
    const pieces = unifyPaths([
      { rank: 0, text: 'cmd/a/main.go' },
      { rank: 1, text: 'cmd/b/main.go' },
    ])
    expect(pieces).toEqual([
      { constant: 'cmd/' },
      {
        gap: [
          { rank: 0, text: 'a/' },
          { rank: 1, text: 'b/' },
        ],
      },
      { constant: 'main.go' },
    ])
  })

  it('has no gap for equal paths and never shares the ends of a gap', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/'))
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 4 }), (paths) => {
        const pieces = unifyPaths(paths.map((text, rank) => ({ rank, text })))
        paths.forEach((path, rank) => {
          expect(pieces.map((piece) => ('constant' in piece ? piece.constant : piece.gap[rank]!.text)).join('')).toBe(
            path,
          )
        })
        const gaps = pieces.flatMap((piece) => ('gap' in piece ? [piece.gap.map(({ text }) => text)] : []))
        if (new Set(paths).size === 1) expect(gaps).toEqual([])
        else for (const gap of gaps) expect(new Set(gap).size).toBeGreaterThan(1)
      }),
    )
  })
})
