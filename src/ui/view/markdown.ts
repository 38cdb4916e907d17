import MarkdownIt from 'markdown-it'
import { visibleText } from './visible-text.ts'

/**
 * Markdown as HTML that runs, loads and leads nowhere: HTML in it is shown as text, a link as its words and its address, an
 * image as its description and its address.
 */
export const markdownHtml = (text: string): string => markdown.render(visibleText(text))

// No linkify: what looks like an address in a text stays a text.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 40 })
// Each address is shown, also one that the parser would not link; nothing of it becomes an attribute.
markdown.validateLink = () => true
const { escapeHtml } = markdown.utils

markdown.renderer.rules.link_open = () => '<span class="link">'
markdown.renderer.rules.link_close = (tokens, at) => ` <code>${escapeHtml(addressOf(tokens, at))}</code></span>`
markdown.renderer.rules.image = (tokens, at) => {
  const { content = '', attrs } = tokens[at] ?? {}
  const address = attrs?.find(([name]) => name === 'src')?.[1] ?? ''
  return `<span class="link">image: ${escapeHtml(content)} <code>${escapeHtml(String(address))}</code></span>`
}
// The page has one h1 and its own sections: headings of a text are below them.
for (const rule of ['heading_open', 'heading_close'] as const)
  markdown.renderer.rules[rule] = (tokens, at) => {
    const { tag = 'h1', nesting } = tokens[at] ?? {}
    const level = Math.min(6, Number(tag.slice(1)) + 2)
    return nesting === 1 ? `<h${level}>` : `</h${level}>\n`
  }

interface Piece {
  readonly type: string
  readonly attrs: readonly (readonly [string, string | number])[] | null
}

/** The address of the link that closes here. */
function addressOf(tokens: readonly Piece[], at: number): string {
  let depth = 0
  for (let i = at; i >= 0; i--) {
    const token = tokens[i]
    if (token?.type === 'link_close') depth += 1
    if (token?.type === 'link_open' && --depth === 0)
      return String(token.attrs?.find(([name]) => name === 'href')?.[1] ?? '')
  }
  return ''
}
