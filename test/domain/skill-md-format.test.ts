import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSkillMd, parseSkillMd } from '../../src/domain/skill-md-format.ts'

const text = (front: string, body = 'Do it.') => `---\n${front}\n---\n\n${body}\n`
const plain = 'name: lint\ndescription: Lints the code.'

describe('parseSkillMd', () => {
  it('reads name, description, metadata, other fields and the body', () =>
    expect(parseSkillMd(text(`${plain}\nlicense: MIT\nmetadata:\n  version: 1.2\n  author: someone`))).toMatchObject({
      name: 'lint',
      description: 'Lints the code.',
      metadata: { version: '1.2', author: 'someone' },
      extra: { license: 'MIT' },
      body: expect.stringContaining('Do it.'),
    }))

  it('reads a file with a byte order mark and CRLF line ends', () => {
    const md = parseSkillMd(`\uFEFF${text(plain)}`.replaceAll('\n', '\r\n'))
    expect(md).toMatchObject({ name: 'lint', description: 'Lints the code.' })
  })

  it('ends the front matter at its first closing line, whatever the body holds', () => {
    const { body } = parseSkillMd(text(plain, 'one\n---\ntwo: three\n---\nfour'))
    expect(body).toContain('two: three')
  })

  it.each([
    ['no front matter', 'Just text.', /must begin with a line "---"/],
    ['a front matter that never ends', `---\n${plain}\n`, /not closed/],
    [
      'a front matter beyond every measure',
      `---\n${plain}\nx: ${'y'.repeat(100_000)}\n---\n`,
      /not closed by "---" within/,
    ],
    ['a name that is missing', text('description: d'), /name is missing/],
    ['a name that is no text', text('name: [a]\ndescription: d'), /name is missing/],
    ['a name that is too long', text(`name: ${'n'.repeat(65)}\ndescription: d`), /longer than 64/],
    ['a description that is missing', text('name: lint'), /description is missing/],
    ['a description that is too long', text(`name: lint\ndescription: ${'d'.repeat(1025)}`), /longer than 1024/],
    ['keys that are there twice', text(`${plain}\nname: other`), /not YAML/],
    ['a list instead of a mapping', text('- a\n- b'), /not a mapping|name is missing/],
    ['broken YAML', text('name: "lint'), /not YAML/],
    ['JavaScript', `---js\n({ name: 'lint', description: 'x' })\n---\n`, /must begin with a line "---"/],
    ['JSON', `---json\n{"name": "lint"}\n---\n`, /must begin with a line "---"/],
    ['a tag that would build an object', text('name: !!js/function "function () {}"\ndescription: d'), /not YAML/],
  ])('refuses %s', (_, given, message) => {
    expect(() => parseSkillMd(given)).toThrow(message)
    expect(() => parseSkillMd(given)).toThrow(expect.objectContaining({ code: 'bad_file' }))
  })

  it('does not run JavaScript front matter', () => {
    const trap = globalThis as { ran?: boolean }
    for (const mark of ['---js', '---javascript', '--- js', '---coffee'])
      expect(() => parseSkillMd(`${mark}\nglobalThis.ran = true\n---\nx`)).toThrow()
    expect(trap.ran).toBeUndefined()
  })

  it('keeps nothing of one text when it reads the next', () => {
    const given = text(plain)
    const first = parseSkillMd(given)
    ;(first.extra as Record<string, unknown>).changed = true
    expect(parseSkillMd(given).extra).toEqual({})
  })
})

describe('formatSkillMd', () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).filter((s) => s.trim() !== '')

  it('writes what parseSkillMd reads back, whatever the texts hold', () => {
    fc.assert(
      fc.property(line, line, fc.string({ unit: 'grapheme', maxLength: 400 }), (description, value, body) => {
        const back = parseSkillMd(formatSkillMd({ name: 'auto-x', description, metadata: { k: value }, body }))
        const dashes = (s: string) => s.replace(/-{3,}/g, '--')
        expect(back.name).toBe('auto-x')
        expect(back.description).toBe(dashes(description).trim())
        expect(back.metadata).toEqual({ k: dashes(value) })
        expect(back.body.trim()).toBe(body.trim())
      }),
      { seed: 5, numRuns: 1000 },
    )
  })

  it('keeps quotes, colons and line breaks of a description inside it', () => {
    const description = 'a "b": c\nname: other\n--- # x'
    const md = formatSkillMd({ name: 'x', description, metadata: {}, body: 'b' })
    expect(md.split('\n').filter((one) => one === '---')).toHaveLength(2)
    expect(parseSkillMd(md).name).toBe('x')
  })
})
