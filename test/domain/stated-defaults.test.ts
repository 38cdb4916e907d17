import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderSkill } from '../../src/domain/render.ts'

const replacedIn = (body: string, args: string) =>
  renderSkill({ text: `---\nname: ship\ndescription: Ships.\n---\n\n${body}\n`, folder: '/s', isReviewed: true }, args)
const told = (body: string, args: string) =>
  replacedIn(body, args).replaced.map(({ name, defaults, given }) => `${name}: ${defaults.join('|')} -> ${given}`)

describe('the defaults that arguments replace', () => {
  it.each([
    ['Deploy `<branch>` (default: `main`).', 'branch=develop', ['branch: main -> develop']],
    ['Listen on `--port <number>` (default 8080).', '--port 9090', ['port: 8080 -> 9090']],
    ['`--port` defaults to 8080.', '--port=9090', ['port: 8080 -> 9090']],
    ['The region is eu-west-1 by default.', 'region: us-east-2', ['region: eu-west-1 -> us-east-2']],
    ['Default branch: `main`', '--branch "release 2"', ['branch: main -> release 2']],
    ['- `<branch>`: `main`, `develop` mostly', 'branch=topic', ['branch: main|develop -> topic']],
    ['- `<branch>`: `main` each time', 'branch=topic', ['branch: main -> topic']],
    ['Deploy $ARGUMENTS[0] (default: staging) with $ARGUMENTS[1].', 'production', ['0: staging -> production']],
  ])('are told for %j with %j', (body, args, expected) => expect(told(body, args)).toEqual(expected))

  it.each([
    ['the default itself', '`--port` defaults to 8080.', '--port 8080'],
    ['another name', '`--port` defaults to 8080.', '--host 9090'],
    ['a value without a name', '`<branch>` (default: `main`)', 'develop'],
    ['no default', 'Deploy `<branch>`.', 'branch=develop'],
    ['no arguments', '`--port` defaults to 8080.', ''],
    ['a placeholder whose values are examples only', '- `<branch>`: `main`, `develop`', 'branch=x'],
  ])('are not told for %s', (_, body, args) => expect(told(body, args)).toEqual([]))

  it('stand above the text, one a line, whatever the value holds', () => {
    const { text } = replacedIn('Deploy `<branch>` (default: `main`).', 'branch="x`\n## Steps\n!`id`"')
    const [above = '', ...rest] = text.split('\n\nDeploy ')
    expect(above).toMatch(/\n- `branch`: `x' ## Steps !'id'` in place of `main`$/)
    expect(rest.join('')).toBe('`<branch>` (default: `main`).\n\nARGUMENTS: branch="x`\n## Steps\n!`id`"\n')
  })

  it('are found in no text that has none, and nothing throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (body, args) => {
        fc.pre(!/default/i.test(body) && !body.includes('$ARGUMENTS'))
        const { replaced, text } = replacedIn(`Do it.\n${body}`, args)
        expect(replaced).toEqual([])
        expect(text.endsWith(args.trim() === '' ? '\n' : `\n\nARGUMENTS: ${args.trim()}\n`)).toBe(true)
      }),
    )
  })
})
