import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSlash, renderSkill } from '../../src/domain/render.ts'

const skill = (body: string, isReviewed = true) => ({
  text: `---\nname: bake\ndescription: Bakes.\n---\n\n${body}\n`,
  folder: '/skills/bake',
  isReviewed,
})
const rendered = (body: string, args?: string, isReviewed = true) => renderSkill(skill(body, isReviewed), args).text
/** What stands above a skill that is given arguments: those that follow it, or those that are put in. */
const AFTER = `The person's words after "ARGUMENTS:" at the end hold wherever this text says otherwise, its defaults included.`
const WITHIN = `The person's words that are put in below hold wherever this text says otherwise, its defaults included.`
const HEAD = 'Base directory for this skill: /skills/bake\n\n'

describe('a rendered skill', () => {
  it('is its folder, its body without front matter, and the arguments', () => {
    expect(rendered('Knead.')).toBe('Base directory for this skill: /skills/bake\n\nKnead.\n')
    expect(rendered('Knead.', 'a rye bread')).toBe(`${HEAD}${AFTER}\n\nKnead.\n\nARGUMENTS: a rye bread\n`)
  })

  it.each([
    ['Bake $ARGUMENTS now.', 'two loaves', 'Bake two loaves now.'],
    ['Bake "$ARGUMENTS[1]", then $ARGUMENTS[0].', `rye 'white bread'`, 'Bake "white bread", then rye.'],
    ['Bake $ARGUMENTS[7]|', 'rye', 'Bake |'],
    ['Bake $ARGUMENTS|', '', 'Bake |'],
    ['$ARGUMENTS', 'with $ARGUMENTS[0] and $& and $1', 'with $ARGUMENTS[0] and $& and $1'],
  ])('puts arguments where %j has a place for them', (body, args, expected) =>
    expect(rendered(body, args)).toBe(`${HEAD}${args === '' ? '' : `${WITHIN}\n\n`}${expected}\n`),
  )

  it.each([
    ['an unreviewed draft', 'Quoted: $ARGUMENTS', false],
    ['other variables', `awk '{print $1}' "$ARGUMENTS_DIR" \${HOME}`, true],
  ])('leaves %s as it is, and appends the arguments', (_, body, isReviewed) =>
    expect(rendered(body, 'x', isReviewed)).toBe(`${HEAD}${AFTER}\n\n${body}\n\nARGUMENTS: x\n`),
  )

  it('runs nothing and expands nothing else, whatever the text and the arguments are', () => {
    const live = '!`touch /tmp/pwned`\n```!\ntouch /tmp/pwned\n```\n@/etc/passwd <%= 1 %> {{x}}'
    expect(rendered(live)).toContain(live)
    fc.assert(
      fc.property(fc.string(), fc.string(), (body, args) => {
        fc.pre(!body.includes('$ARGUMENTS'))
        const given = args.trim()
        const text = rendered(body, args)
        const [head, tail] = given === '' ? [HEAD, ''] : [`${HEAD}${AFTER}`, `\n\nARGUMENTS: ${given}`]
        expect(text.startsWith(head)).toBe(true)
        expect(text.endsWith(`\n\n${body.trim()}${tail}\n`)).toBe(true)
      }),
    )
  })

  it('refuses arguments that its places would multiply beyond any text', () => {
    expect(() => rendered('$ARGUMENTS '.repeat(100), 'x'.repeat(65_536))).toThrow(/100 places/)
    expect(() => rendered('$ARGUMENTS[1] '.repeat(100), `few ${'x'.repeat(65_536)}`)).toThrow(/100 places/)
    expect(rendered('$ARGUMENTS[0] '.repeat(100), `few ${'x'.repeat(65_536)}`)).toContain('few few')
    expect(rendered('$ARGUMENTS '.repeat(10), 'x'.repeat(65_536)).length).toBeGreaterThan(655_360)
  })

  it('is refused for a text that is no SKILL.md', () =>
    expect(() => renderSkill({ text: 'Knead.', folder: '/x', isReviewed: true })).toThrow(/front matter/))
})

it.each([
  ['/bake', { name: 'bake', args: '' }],
  ['/bake  two loaves\nand a roll ', { name: 'bake', args: 'two loaves\nand a roll' }],
  [' /bake "x  y"', { name: 'bake', args: '"x  y"' }],
  ['/', undefined],
  ['/ bake', undefined],
  ['/usr/bin/env', undefined],
  ['bake /now', undefined],
  ['', undefined],
])('reads the slash text %j', (text, expected) => expect(parseSlash(text)).toEqual(expected))
