import MarkdownIt from 'markdown-it'
import { remembered } from '../../domain/remembered.ts'
import { visibleText } from './visible-text.ts'

/**
 * Markdown as HTML that runs, loads and leads nowhere: HTML in it is shown as text, a link as its words and its address, an
 * image as its description and its address. Undefined where a word of the text would not be seen, such as a cell beyond the
 * columns of its table: such a text is to be shown as it is.
 */
export const markdownHtml = remembered(
  (text: string): string | undefined => {
    const source = visibleText(text)
    const html = markdown.render(source)
    return showsAll(html, source) ? html : undefined
  },
  { most: 64, longest: 65_536 },
)

// No linkify: what looks like an address in a text stays a text.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 40 })
// "[//]: # (a comment)" renders as nothing; without this rule it is a paragraph as any other.
markdown.disable('reference')
// Each address is shown, also one that the parser would not link, and as it is written; nothing of it becomes an attribute.
markdown.validateLink = () => true
markdown.normalizeLink = (address) => address
markdown.normalizeLinkText = (address) => address
const { escapeHtml } = markdown.utils

markdown.renderer.rules.link_open = () => '<span class="link">'
markdown.renderer.rules.link_close = (tokens, at) => {
  const opener = openerOf(tokens, at)
  // The words of "<https://…>" are its address.
  return opener?.markup === 'autolink' ? '</span>' : ` ${addressHtml(opener?.attrs, 'href')}</span>`
}
markdown.renderer.rules.image = (tokens, at) => {
  const { content = '', attrs } = tokens[at] ?? {}
  return `<span class="link">image: ${escapeHtml(content)} ${addressHtml(attrs, 'src')}</span>`
}
markdown.renderer.rules.fence = (tokens, at) => {
  const { content = '', info = '' } = tokens[at] ?? {}
  const words = info.trim() === '' ? '' : `<p class="words">${escapeHtml(info.trim())}</p>`
  return `${words}<pre><code>${escapeHtml(content)}</code></pre>\n`
}
// The page has one h1 and its own sections: headings of a text are below them.
for (const rule of ['heading_open', 'heading_close'] as const)
  markdown.renderer.rules[rule] = (tokens, at) => {
    const { tag = 'h1', nesting } = tokens[at] ?? {}
    const level = Math.min(6, Number(tag.slice(1)) + 2)
    return nesting === 1 ? `<h${level}>` : `</h${level}>\n`
  }

type Attributes = readonly (readonly [string, string | number])[] | null

interface Piece {
  readonly type: string
  readonly markup: string
  readonly attrs: Attributes
}

/** The address of a link or image, and the title that a browser would show only under the pointer. */
function addressHtml(attrs: Attributes | undefined, name: 'href' | 'src'): string {
  const of = (key: string) => escapeHtml(String(attrs?.find(([one]) => one === key)?.[1] ?? ''))
  return `<code>${of(name)}</code>${of('title') === '' ? '' : ` (${of('title')})`}`
}

/** The token that opens the link that closes here. */
function openerOf(tokens: readonly Piece[], at: number): Piece | undefined {
  let depth = 0
  for (let i = at; i >= 0; i--) {
    const token = tokens[i]
    if (token?.type === 'link_close') depth += 1
    if (token?.type === 'link_open' && --depth === 0) return token
  }
  return undefined
}

/** Whether each word stands in the HTML at least as often as in the text. Numbers alone are those of lists. */
function showsAll(html: string, text: string): boolean {
  const seen = new Map<string, number>()
  for (const word of wordsOf(html.replace(/<[^<>]*>/g, ' '))) seen.set(word, (seen.get(word) ?? 0) + 1)
  for (const word of wordsOf(text)) {
    const left = seen.get(word) ?? 0
    if (left === 0 && !/^\d+$/.test(word)) return false
    seen.set(word, left - 1)
  }
  return true
}

/** The words of a text, but for the names of characters that Markdown and HTML write so. */
const wordsOf = (text: string): readonly string[] =>
  text.replace(/&(?:lt|gt|amp|quot);/g, ' ').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
