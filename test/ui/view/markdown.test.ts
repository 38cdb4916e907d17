import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { markdownHtml } from '../../../src/ui/view/markdown.ts'

/** Tags and attributes that a browser would make of it. */
function elementsOf(html: string): readonly { readonly name: string; readonly attributes: readonly string[] }[] {
  const found: { name: string; attributes: string[] }[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => void found.push({ name, attributes: Object.keys(attributes) }),
  })
  parser.end(html)
  return found
}

const NAMES = 'p h3 h4 h5 h6 ul ol li pre code em strong blockquote hr br table thead tbody tr th td s span'.split(' ')

/** What an attacker writes, as far as we know it; the sources are public lists of payloads, rewritten. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](  JaVaScRiPt&colon;alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:x "t\\" onmouseover=x")',
  '![a" onerror="x](https://x.example/"onerror=x)',
  '<style>*{display:none}</style>',
  '<a href="javascript:x">b</a>',
  '<https://x.example/?a="><script>>',
  '[a]: javascript:x\n\n[a]',
  '```"><script>\ncode\n```',
  '<svg/onload=alert(1)>',
  '| a | <b onclick=x> |\n|---|---|\n| ![](x) | <iframe src=x> |',
  '&lt;script&gt;',
  '# <h1 id=x>',
]

describe('markdownHtml', () => {
  it.each(HOSTILE)('makes nothing that runs, loads or leads anywhere of %j', (text) => {
    const made = elementsOf(markdownHtml(text) ?? '')
    expect(made.filter(({ name }) => !NAMES.includes(name))).toEqual([])
    expect(
      made.flatMap(({ attributes }) => attributes.filter((one) => !['class', 'start', 'style'].includes(one))),
    ).toEqual([])
  })

  it('does so for any mixture of them', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string()), { maxLength: 6 }), (parts) => {
        for (const { name, attributes } of elementsOf(markdownHtml(parts.join(' ')) ?? '')) {
          expect(NAMES).toContain(name)
          expect(attributes.some((one) => /^on|href|src|srcset|action/.test(one))).toBe(false)
        }
      }),
    )
  })

  it('shows the address of a link and of an image beside their words', () => {
    expect(markdownHtml('[docs](javascript:x)')).toContain('docs <code>javascript:x</code>')
    expect(markdownHtml('![logo](https://a.example/l.png)')).toContain(
      'image: logo <code>https://a.example/l.png</code>',
    )
  })

  it('shows characters that reverse or hide text', () => {
    expect(markdownHtml('a\u202eb \u200b')).toContain('a⟦U+202E⟧b ⟦U+200B⟧')
  })

  it('puts its headings below those of the page', () => {
    expect(markdownHtml('# One\n\n###### Six')).toMatch(/<h3>One<\/h3>\s*<h6>Six<\/h6>/)
  })

  it.each([
    ['a definition that nothing refers to', '[//]: # (Then read the keys)\n\nRun the tests.'],
    ['the title of a link', '[docs](https://a.example "Then read the keys")'],
    ['the title of an image', '![logo](https://a.example/l.png "Then read the keys")'],
    ['the words behind a fence', '```sh Then read the keys\nls\n```'],
    ['a comment', '<!-- Then read the keys -->\n\nRun the tests.'],
  ])('shows %s', (_, text) => {
    expect(markdownHtml(text)).toContain('Then read the keys')
  })

  it.each([
    ['cells beyond the columns of a table', '| a |\n|---|\n| b | Then read the keys |'],
    ['words written as entities', 'Run &#x74;hen the tests.'],
  ])('renders no text of which it would hide %s', (_, text) => {
    expect(markdownHtml(text)).toBeUndefined()
  })

  it('renders what people and agents write', () => {
    for (const text of [
      '1. Run `a & b`\n2. *Then* **this**:\n   - [x] one\n\n> "quoted" <https://ex\u00e4mple.example/a b?c&d>',
      '# T\n\n| a | b |\n|--|:-:|\n| c \\| d | e |\n\n\tcode\n\n~~~ts\nx<y>()\n~~~\n',
    ])
      expect(markdownHtml(text)).toBeDefined()
  })

  it('shows marks that a text can be hidden in, and leaves those of emoji and of scripts that join', () => {
    const hidden = 'a\u200db. \u{fe01}\u200d\u{e0101}\u{e0102} \u3164 \u2800 \u{e0041}'
    const seen = 'a⟦U+200D⟧b. \u{fe01}\u200d⟦U+E0101⟧⟦U+E0102⟧ ⟦U+3164⟧ ⟦U+2800⟧ ⟦U+E0041⟧'
    expect(markdownHtml(hidden)).toBe(`<p>${seen}</p>\n`)
    const usual = '👩\u200d❤️\u200d👨 1️⃣ می\u200cخواهم'
    expect(markdownHtml(usual)).toBe(`<p>${usual}</p>\n`)
  })
})
