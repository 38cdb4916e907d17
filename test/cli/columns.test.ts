import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columns, explained, wrapped } from '../../src/cli/columns.ts'

const word = fc.stringMatching(/^[a-zé审]{1,12}$/)
/** In cells of a terminal: 审 takes two. */
const length = (text: string) => [...text].length + (text.match(/审/g)?.length ?? 0)

describe('columns', () => {
  it('begins each column at the same place in every row', () => {
    const text = columns([
      ['name', 'status'],
      ['a-long-name', 'staged'],
      ['é', 'active'],
    ])
    expect(text).toBe('name         status\na-long-name  staged\né            active')
  })

  it('counts cells, of which wide signs take two and marks none', () => {
    const text = columns([
      ['name', 'status'],
      ['審査-変更', 'staged'],
      ['e\u0301te\u0301', 'active'],
      ['naïve🙂', 'archived'],
    ])
    expect(text).toBe('name       status\n審査-変更  staged\ne\u0301te\u0301        active\nnaïve🙂    archived')
    expect(columns([['審査変更'.repeat(9), 'a']], 18)).toBe('審査変更審査変…  a')
  })

  it('fits any table into the width while its columns can give way, and cuts only then', () => {
    const table = fc.array(
      fc.tuple(
        word,
        word,
        fc.array(word).map((words) => words.join(' ')),
      ),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(table, fc.integer({ min: 40, max: 120 }), (rows, width) => {
        const lines = columns(rows, width).split('\n')
        expect(Math.max(...lines.map(length))).toBeLessThanOrEqual(width)
        const natural = columns(rows)
        if (Math.max(...natural.split('\n').map(length)) <= width) expect(lines.join('\n')).toBe(natural)
      }),
      { seed: 8 },
    )
  })
})

describe('wrapped', () => {
  it('keeps every word in order, in lines of at most the width unless one word is longer', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 1, max: 60 }), (words, width) => {
        const lines = wrapped(words.join(' '), width)
        expect(lines.join(' ')).toBe(words.join(' '))
        for (const line of lines) expect(length(line) <= width || !line.includes(' ')).toBe(true)
      }),
      { seed: 9 },
    )
  })
})

describe('explained', () => {
  it('sets the explanation beside its term, and below a long one', () => {
    expect(
      explained(
        [
          ['show <id>', 'Show one skill'],
          ['reward <decision-id> success|failure|unknown', 'Say how it ended'],
        ],
        34,
      ),
    ).toBe(
      ['show <id>  Show one skill', 'reward <decision-id> success|failure|unknown', '           Say how it ended'].join(
        '\n',
      ),
    )
  })
})
