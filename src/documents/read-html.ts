import type { DocumentBlock } from '../domain/learning/document.ts'
import { decodeText } from './decode-text.ts'
import { type Element, elementOf, HIDING, hiddenBy } from './hidden-styles.ts'
import { parseMarkup } from './parse-markup.ts'

/** The text of a page that a reader sees: without scripts, styles, navigation and what is hidden. */
export function readHtml(bytes: Uint8Array): readonly DocumentBlock[] | undefined {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1')
  const text = decodeText(bytes, /<meta[^>]{0,200}?charset\s{0,8}=\s{0,8}["']?([\w-]{1,40})/i.exec(head)?.[1])
  if (text === undefined) return undefined
  const blocks = new Blocks()
  const isHiddenBy = hiddenBy(stylesOf(text))
  const around: Element[] = []
  parseMarkup(text, 'html', {
    open(name, attributes) {
      const element = elementOf(name, attributes)
      const isHidden =
        UNSEEN.has(name) ||
        'hidden' in attributes ||
        attributes['aria-hidden'] === 'true' ||
        HIDING.test(attributes.style ?? '') ||
        isHiddenBy(element, around)
      blocks.open(name, isHidden)
      around.push(element)
    },
    text: (said) => blocks.add(said),
    close(name) {
      blocks.close(name)
      around.pop()
    },
  })
  return blocks.all()
}

/** The style sheets in a page; one may stand behind what it hides. */
function stylesOf(page: string): string {
  let [styles, isStyle] = ['', false]
  parseMarkup(page, 'html', {
    open: (name) => {
      isStyle = name === 'style'
    },
    text: (said) => {
      if (isStyle) styles += said
    },
    close: () => {
      isStyle = false
    },
  })
  return styles
}

const UNSEEN: ReadonlySet<string> = new Set(
  'script style noscript template svg math iframe object canvas nav head select textarea'.split(' '),
)

const HEADING = /^h[1-6]$/
/** Elements that no closing tag ends. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const BLOCK = new Set(
  'p div section article main aside header footer ul ol table tr blockquote figure details dl dd dt form address'.split(
    ' ',
  ),
)

/** Gathers text into blocks; in `pre` it stays as it stands, and elsewhere blanks are one. */
class Blocks {
  readonly #blocks: DocumentBlock[] = []
  #text = ''
  #kind: DocumentBlock['kind'] = 'text'
  #verbatim = 0
  /** Elements around the current place within one that is not seen. */
  #unseen: string[] = []

  open(name: string, isHidden: boolean): void {
    if (VOID.has(name)) {
      if (name === 'br') this.#text += '\n'
      return
    }
    if (this.#unseen.length > 0 || isHidden) {
      this.#unseen.push(name)
      return
    }
    if (HEADING.test(name)) this.#end('heading')
    else if (name === 'pre') {
      this.#end()
      this.#verbatim++
    } else if (name === 'li') this.#text += this.#text.endsWith('\n') || this.#text === '' ? '- ' : '\n- '
    else if (BLOCK.has(name)) this.#end()
    else if (name === 'code' && this.#verbatim === 0) this.#text += '`'
  }

  close(name: string): void {
    if (VOID.has(name)) return
    if (this.#unseen.length > 0) {
      this.#unseen.pop()
      return
    }
    if (name === 'pre') {
      this.#end()
      this.#verbatim--
    } else if (HEADING.test(name) || BLOCK.has(name)) this.#end()
    else if (name === 'td' || name === 'th') this.#text += ' | '
    else if (name === 'code' && this.#verbatim === 0) this.#text += '`'
  }

  add(said: string): void {
    if (this.#unseen.length > 0) return
    this.#text += this.#verbatim > 0 ? said : said.replace(/\s+/g, ' ')
  }

  all(): readonly DocumentBlock[] {
    this.#end()
    return this.#blocks
  }

  #end(next: DocumentBlock['kind'] = 'text'): void {
    const text = this.#verbatim > 0 ? this.#text.trimEnd().replace(/^\n+/, '') : this.#text.trim()
    if (text !== '') this.#blocks.push({ kind: this.#kind, text })
    this.#text = ''
    this.#kind = next
  }
}
