import { describe, expect, it } from 'vitest'
import { camelToKebab, OPTIONS } from '../../src/config/options.ts'
import { ALL_GATES } from '../../src/domain/draft/gate-names.ts'

const parse = (key: string, value: unknown) => OPTIONS.find((option) => option.key === key)?.parse(value)

describe('the table of options', () => {
  it('names every option once, with words for a person', () => {
    expect(new Set(OPTIONS.map((option) => option.key)).size).toBe(OPTIONS.length)
    for (const { words, takes } of OPTIONS) expect([words, takes].every((text) => text.length > 3)).toBe(true)
  })

  it('has defaults that its own parsers accept', () => {
    for (const option of OPTIONS)
      if (option.default !== null && option.key !== 'draft.gates')
        expect(option.parse(option.default)).toEqual(option.default)
    expect(parse('draft.gates', 'all')).toEqual(ALL_GATES)
    expect(parse('draft.gates', 'none')).toEqual([])
    expect(parse('draft.gates', 'thin, no_work')).toEqual(['thin', 'no_work'])
    expect(parse('draft.gates', 'thick')).toBeUndefined()
  })

  it('derives flags from keys', () => {
    expect(camelToKebab('bucket.expiryDays')).toBe('bucket-expiry-days')
    expect(camelToKebab('home')).toBe('home')
  })

  it.each([
    ['bucket.threshold', '5', 5],
    ['bucket.threshold', 1, 1],
    ['bucket.expiryDays', '0.5', 0.5],
    ['router.precision', '1', 1],
    ['skills', 'OFF', 'off'],
    ['seed', '-3', -3],
    ['home', '/x', '/x'],
    ['model.url', 'http://localhost:11434/v1', 'http://localhost:11434/v1'],
    ['model.provider', 'OpenAI', 'openai'],
    ['export.engines', 'none', []],
    ['export.engines', 'codex, pi', ['codex', 'pi']],
    ['export.engines', ['gemini'], ['gemini']],
    ['learn.exclude', '~, ~/a b/*,/srv/**, **/secret', ['~', '~/a b/*', '/srv/**', '**/secret']],
    ['learn.exclude', 'C:\\work, agent:Codex,agent: generic', ['C:\\work', 'agent:Codex', 'agent: generic']],
    ['learn.exclude', [], []],
    ['learn.include', ['/a,b', 'agent:openai-chat'], ['/a,b', 'agent:openai-chat']],
  ])('reads %s from %j', (key, value, parsed) => expect(parse(key, value)).toEqual(parsed))

  it.each([
    ['bucket.threshold', '0'],
    ['bucket.threshold', '2.5'],
    ['bucket.threshold', ''],
    ['bucket.threshold', true],
    ['bucket.expiryDays', 0],
    ['bucket.expiryDays', 'Infinity'],
    ['router.precision', 1.1],
    ['skills', 'no'],
    ['skills', false],
    ['seed', 'x'],
    ['home', '  '],
    ['model.url', 'localhost:11434'],
    ['model.url', 'file:///etc/passwd'],
    ['model.url', 'https://me:secret@example.org/v1'],
    ['model.timeoutMs', 0],
    ['export.engines', 'cursor'],
    ['export.engines', true],
    ['learn.exclude', ''],
    ['learn.exclude', ' , '],
    ['learn.exclude', ['/work', '']],
    ['learn.exclude', [1]],
    ['learn.exclude', 'work'],
    ['learn.exclude', './work'],
    ['learn.exclude', '~anna/work'],
    ['learn.exclude', '/work,agent:emacs'],
    ['learn.include', 'agent:'],
    ['learn.include', 'codex'],
  ])('refuses %s from %j', (key, value) => expect(parse(key, value)).toBeUndefined())
})
