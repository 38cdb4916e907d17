import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { eng } from 'stopword'
import { describe, expect, it } from 'vitest'
import { STOPWORDS, signature, unicodeWords } from '../../src/domain/signature.ts'
import { vectors } from './vectors.ts'

const reference = readFileSync(new URL('../fixtures/vectors/stopwords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

describe('signature', () => {
  it('agrees with every test vector when given their stopwords', () => {
    const lines = vectors<{ input: string; signature: string }>('signatures')
    expect(lines).toHaveLength(890)
    const wrong = lines.filter((line) => signature(line.input, { stopwords: reference }) !== line.signature)
    expect(wrong).toEqual([])
  })

  it('gives one signature to the same words in any order, however politely asked', () => {
    for (const text of [
      'refactor the code',
      'code refactor please',
      'please refactor the code',
      'REFACTOR: the Code!!',
    ])
      expect(signature(text)).toBe('code-refactor')
  })

  it('says in words that it needs a text', () =>
    expect(() => signature(5 as never)).toThrow('signature needs the text of a request'))

  it('keeps the three longest words, the first seen among equals', () => {
    expect(signature('aa bb cc dd')).toBe('aa-bb-cc')
    expect(signature('aa bb cc ddd eeee')).toBe('aa-ddd-eeee')
    expect(signature('migrate the database schema now please and quickly')).toBe('database-migrate-quickly')
  })

  it('takes of an address only what it leads to, and no host or organisation', () => {
    expect(signature('review https://github.com/some-org/app/pull/313')).toBe('pull-review')
    expect(signature('close https://gitlab.com/big-group/app/-/issues/9 please')).toBe('close-issue')
    expect(signature('clone git@github.com:some-org/app.git and build')).toBe('build-clone')
    expect(signature('port some-org/app#12 to main')).toBe(signature('port #12 to main'))
    expect(signature('update docs/architecture and src/app.ts')).toBe('architecture-docs-update')
    expect(signature('https://example.org/some/page')).toBe('')
  })

  it.each(['', '   ', '...', 'the a of', 'yes', 'ok thanks', 'a b c', '\u0000\u0007', '🐛 🚀'])(
    'is empty for %j, which says nothing about a task',
    (text) => expect(signature(text)).toBe(''),
  )

  it('measures words in code points and not in UTF-16 units', () => {
    // Two astral letters are four units long; each word of three plain letters is longer.
    expect(signature('𐐨𐐨 éab éac éad')).toBe('éab-éac-éad')
    expect(signature('𐐨')).toBe('')
  })

  it.each([
    ['帮我重构这段代码的测试', /代码/],
    ['このコードのテストを追加してください', /コード/],
    ['ช่วยเขียนการทดสอบสำหรับโค้ดนี้', /ทดสอบ/],
  ])('cuts %s into words', (text, holds) => {
    const key = signature(text)
    expect(key).toMatch(holds)
    expect(key.split('-').every((word) => word.length < text.length)).toBe(true)
  })

  it('reads full-width, half-width and combined forms as what they stand for', () => {
    expect(signature('Ｒｅｆａｃｔｏｒ ｃｏｄｅ')).toBe(signature('refactor code'))
    expect(signature('cafe\u0301 menu')).toBe(signature('café menu'))
    expect(signature('ﬁx parser')).toBe(signature('fix parser'))
  })

  it('lowers case without regard to the locale', () => expect(signature('INITIAL TITLE')).toBe('initial-title'))

  it('leaves out what stands for a removed secret', () =>
    expect(signature('rotate token [redacted:api-key]')).toBe(signature('rotate token')))

  const word = fc.stringMatching(/^[a-z]{2,9}$/).filter((text) => !STOPWORDS.includes(text))
  const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 })

  it('does not depend on order, case, politeness or punctuation', () => {
    const dressing = fc.record({
      polite: fc.constantFrom('please ', 'could you ', 'does the ', ''),
      mark: fc.constantFrom('!', '?', '...', ''),
    })
    fc.assert(
      fc.property(words, fc.array(fc.nat()), dressing, (given, order, { polite, mark }) => {
        const shuffled = given.map((text, i) => ({ text, at: order[i] ?? 0 })).sort((a, b) => a.at - b.at)
        const said = polite + shuffled.map(({ text }) => text.toUpperCase()).join(', ') + mark
        expect(signature(said)).toBe([...given].sort().join('-'))
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('is what the words of the whole text give, read in one go', () => {
    const mixed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(fc.constantFrom(..."abAB1 .'-/\n<=\u0338\u0301éΑΣσς’…Ａｂﬁ重构代码ทำเด็ก\u200d\u00a0𐐀"), {
          maxLength: 40,
        })
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(mixed, (text) => {
        const all = [...new Set(unicodeWords(text))].map((said, i) => ({ said, i, length: [...said].length }))
        const kept = all.filter(({ said, length }) => length > 1 && !STOPWORDS.includes(said))
        const top = kept.sort((a, b) => b.length - a.length || a.i - b.i).slice(0, 3)
        expect(signature(text)).toBe(
          top
            .map(({ said }) => said)
            .sort()
            .join('-'),
        )
      }),
      { seed: 6, numRuns: 2000 },
    )
  })

  it('is at most three words of the text, sorted, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const key = signature(text)
        expect(signature(key, { stopwords: [] }).split('-').length).toBeLessThanOrEqual(3)
        expect(key).toBe(key.toLowerCase())
        expect(signature(text.normalize('NFKC'))).toBe(key)
      }),
      { seed: 2, numRuns: 300 },
    )
  })
})

describe('the default stopwords', () => {
  it('are words in lower-case letters, those of request and acknowledgement among them', () => {
    expect(STOPWORDS.filter((word) => !/^[a-z]+$/.test(word))).toEqual([])
    expect(STOPWORDS).toEqual(expect.arrayContaining(['about', 'please', 'not', 'thanks']))
    // As many as in earlier versions: other words would give the tasks of a database other names.
    expect(STOPWORDS).toHaveLength(120)
  })

  it('leave out of the package only what is no word of two letters or more', () => {
    const left = eng.filter((text) => !STOPWORDS.includes(text))
    expect(left.every((text) => signature(`${text} zebra`, { stopwords: [] }) === 'zebra')).toBe(true)
  })
})
