import fc from 'fast-check'
import { FAILSAFE_SCHEMA, load, YAML11_SCHEMA } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { readYaml, splitFrontMatter } from '../../src/domain/front-matter.ts'
import { formatSkillMd, parseSkillMd } from '../../src/domain/skill-md-format.ts'

const md = (yaml: string) => `---\n${yaml}\n---\n\nDo it.\n`
const plain = 'name: lint\ndescription: Lints.'

describe('splitFrontMatter', () => {
  it('loses no character of any text', () => {
    const piece = fc.constantFrom('---', '\n', '\r\n', '\uFEFF', ' ', '\t', '-', 'name: a', '---js', '# x')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const { front, yaml, body } = splitFrontMatter(text)
        expect(front + body).toBe(text)
        expect(front).toContain(yaml)
        expect(yaml).not.toMatch(/^---[ \t]*$/m)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['---\na: b\n---\nbody', '---\na: b\n---\n', '\na: b'],
    ['\uFEFF---\r\na: b\r\n--- \t\r\nbody', '\uFEFF---\r\na: b\r\n--- \t\r\n', '\r\na: b'],
    ['---\n---\nbody', '---\n---\n', ''],
    [
      '---\na: ---\nb: "x --- y"\n---x: 1\n---\nbody',
      '---\na: ---\nb: "x --- y"\n---x: 1\n---\n',
      '\na: ---\nb: "x --- y"\n---x: 1',
    ],
    ['---\na: b\nbody', '', ''],
    ['---js\na\n---\nbody', '', ''],
    ['----\na\n---\nbody', '', ''],
    ['\n---\na\n---\nbody', '', ''],
  ])('splits %j', (text, front, yaml) => {
    expect(splitFrontMatter(text)).toMatchObject({ front, yaml })
  })
})

describe('readYaml, where parsers of YAML 1.1 set traps', () => {
  it.each([
    ['an octal', '010'],
    ['a number with a zero at its end', '1.10'],
    ['a number with separators', '1_000'],
    ['a hexadecimal number', '0x1F'],
    ['a number to base 60', '12:30:00'],
    ['a number beyond the exact ones', '12345678901234567890'],
    ['not a number', '.nan'],
    ['a date', '2024-01-01'],
    ['a time', '2024-01-01T10:00:00Z'],
    ['yes', 'yes'],
    ['the code of Norway', 'NO'],
    ['true', 'True'],
    ['null', '~'],
  ])('keeps %s as the text that stands there: %s', (_, text) => {
    expect(readYaml(`a: ${text}`)).toEqual({ a: text })
    expect(parseSkillMd(md(`${plain}\nmetadata:\n  k: ${text}`)).metadata).toEqual({ k: text })
  })

  it.each([
    ['a function', 'a: !!js/function "function () { return 1 }"', /not YAML.*js\/function/],
    ['a regular expression', 'a: !!js/regexp /x/', /not YAML/],
    ['undefined', 'a: !!js/undefined ""', /not YAML/],
    ['an object of Python', 'a: !!python/object/apply:os.system ["true"]', /not YAML/],
    ['bytes', 'a: !!binary aGk=', /not YAML/],
    ['a tag of its own', 'a: !mine x', /not YAML/],
    ['a key that is there twice', 'a: 1\na: 2', /duplicated mapping key/],
    ['a key that is there twice within', 'm:\n  a: 1\n  "a": 2', /duplicated mapping key/],
    ['an alias of a text', 'a: &x text\nb: *x', /holds an alias/],
    ['an alias of a list', 'a: &x [1]\nb: *x', /holds an alias/],
    ['a merge key', '<<: {a: 1}', /holds a merge key/],
    ['a merge key further in', 'm:\n  - "<<": {a: 1}', /holds a merge key/],
    ['a second document', 'a: 1\n--- \nb: 2', /holds a line that begins with "---"/],
    ['a line that gray-matter alone takes for the end', 'a: 1\n---x: 2', /holds a line that begins with "---"/],
    ['blank lines without end', `a: 1${'\n'.repeat(60_000)}b: 2`, /holds more than 100 blank lines/],
    ['more than names and descriptions need', `a: ${'x'.repeat(70_000)}`, /holds more than 65536 characters/],
    ['a second document after an end', 'a: 1\n...\nb: 2', /not YAML/],
    ['a key that is a list', '? [a]\n: b', /not YAML/],
    ['lists without end', `a: ${'['.repeat(2000)}`, /not YAML.*maxDepth/],
    ['a control character', 'a: \u0007', /not YAML/],
  ])('refuses %s', (_, yaml, message) => {
    expect(() => readYaml(yaml)).toThrow(message)
    expect(() => readYaml(yaml)).toThrow(expect.objectContaining({ code: 'bad_file' }))
  })

  it.each(['js', 'javascript', 'coffee', 'json', 'constructor', '__proto__', 'yaml'])(
    'reads no other language: ---%s',
    (language) => {
      expect(() => parseSkillMd(`---${language}\n{ name: "a", description: "b" }\n---\n\nDo it.\n`)).toThrow(
        /must begin/,
      )
      expect(readYaml(`${language}: 1`)).toEqual(Object.fromEntries([[language, '1']]))
    },
  )

  it('names the line of the file in what it refuses', () =>
    expect(() => parseSkillMd(md(`${plain}\nbad: a: b`))).toThrow(
      /at line 4, column 7; a text that holds ": " needs quotes/,
    ))

  it('reads keys of prototypes as keys like others', () => {
    const value = readYaml('__proto__: {a: b}\nconstructor: c\ntoString: d') as object
    expect(Object.entries(value)).toEqual([
      ['__proto__', { a: 'b' }],
      ['constructor', 'c'],
      ['toString', 'd'],
    ])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    const skill = parseSkillMd(md(`${plain}\n__proto__: {a: b}\nmetadata:\n  __proto__: p`))
    expect(Object.getPrototypeOf(skill.extra)).toBe(Object.prototype)
    expect(Object.entries(skill.metadata)).toEqual([['__proto__', 'p']])
  })

  it('throws nothing but its refusal, and gives texts, lists and mappings, whatever stands there', () => {
    const piece = fc.constantFrom(
      'a',
      ': ',
      '\n',
      '  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '&x ',
      '*x',
      '!!',
      '"',
      "'",
      '|',
      '>',
      '? ',
      '<<',
      '#',
      '1',
      '~',
      '%',
      '\t',
      '...',
      '---',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const read = orRefusal(() => readYaml(pieces.join('')))
        expect(isText(read)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('formatSkillMd, where names and keys are no plain words', () => {
  const word = fc.string({ unit: fc.constantFrom(...'0123456789abeflnorstuxyNY_-.'), minLength: 1, maxLength: 6 })
  const special = fc.constantFrom(
    '123',
    '1e3',
    '0x1f',
    '0o17',
    '2024-01-01',
    'yes',
    'No',
    'null',
    'true',
    'y',
    'a: b',
    'a\nhooks: x',
    '"',
    '#',
    '- a',
    '__proto__',
  )
  const text = fc.oneof(word, special, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }))

  it('writes what every version of YAML reads as these texts, and no key beside them', () => {
    fc.assert(
      fc.property(text, text, text, (name, key, value) => {
        const written = formatSkillMd({ name, description: 'd', metadata: { [key]: value }, body: 'b' })
        const { yaml } = splitFrontMatter(written)
        const kept = (s: string) => (/^[\w.-]+$/.test(s) ? s : s.replace(/-{3,}/g, '--'))
        const read = { name: kept(name), description: 'd', metadata: { [kept(key)]: value.replace(/-{3,}/g, '--') } }
        for (const schema of [FAILSAFE_SCHEMA, YAML11_SCHEMA]) expect(load(yaml, { schema })).toEqual(read)
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves the names and keys that drafts have without quotes', () =>
    expect(
      formatSkillMd({ name: 'auto-a-b', description: 'd', metadata: { needs_review: 'true', '13f': 'x' }, body: 'b' }),
    ).toBe('---\nname: auto-a-b\ndescription: "d"\nmetadata:\n  needs_review: "true"\n  13f: "x"\n---\n\nb\n'))
})

function orRefusal(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad_file' })
    return ''
  }
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && Object.values(value).every(isText))
