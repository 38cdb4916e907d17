import type { DocumentBlock } from '../domain/learning/document.ts'
import { decodeText } from './decode-text.ts'
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

/** An element as far as a selector can see it. */
interface Element {
  readonly name: string
  readonly id: string | undefined
  readonly classes: ReadonlySet<string>
}

const elementOf = (name: string, { id, class: classes = '' }: Readonly<Record<string, string>>): Element => ({
  ...{ name, id },
  classes: new Set(classes.split(/\s+/).filter((one) => one !== '')),
})

/**
 * Whether the style sheets of a page, or a class that many pages hide by, keep an element from being seen; `around` are
 * the elements that it lies in, outermost first. What a script or a click shows later counts as hidden.
 */
type IsHidden = (element: Element, around: readonly Element[]) => boolean

function hiddenBy(css: string): IsHidden {
  const selectors = hidingSelectors(css.slice(0, MAX_CSS))
  return (element, around) =>
    isNamedHidden(element) ||
    selectors.some((parts) => {
      const [own, ...others] = parts.toReversed()
      if (own === undefined || !matches(own, element)) return false
      let at = around.length - 1
      return others.every((part) => {
        while (at >= 0 && !matches(part, around[at]!)) at--
        return at-- >= 0
      })
    })
}

/** A style that hides its element. */
const HIDING =
  /(?:^|[;{\s])(?:display\s{0,8}:\s{0,8}none|visibility\s{0,8}:\s{0,8}(?:hidden|collapse)|(?:opacity|font-size)\s{0,8}:\s{0,8}0(?:\.0{1,8})?(?:px|em|rem|pt|%)?\s{0,8}(?:[;!}]|$)|(?:left|top|right|text-indent)\s{0,8}:\s{0,8}-\d{3}|clip\s{0,8}:\s{0,8}rect\(\s{0,8}[01]|clip-path\s{0,8}:\s{0,8}inset\(\s{0,8}(?:50|100)%|color\s{0,8}:\s{0,8}transparent)/i

/** Characters of style sheets that are read, and selectors that are kept. */
const MAX_CSS = 500_000
const MAX_SELECTORS = 2_000

interface Part {
  readonly name: string | undefined
  readonly id: string | undefined
  readonly classes: readonly string[]
}

const matches = ({ name, id, classes }: Part, element: Element): boolean =>
  (name === undefined || name === element.name) &&
  (id === undefined || id === element.id) &&
  !classes.some((one) => !element.classes.has(one))

/** The selectors of rules that hide, each from the outermost element inwards; those for print are left out. */
function hidingSelectors(css: string): readonly (readonly Part[])[] {
  const found: (readonly Part[])[] = []
  const around: string[] = []
  let prelude = ''
  for (const [piece] of withoutComments(css).matchAll(/[{}]|[^{}]+/g)) {
    if (piece === '{') around.push(prelude)
    else if (piece === '}') around.pop()
    else if (
      around.length > 0 &&
      !around.some((one) => /@media\s+(?:only\s+)?print\b/i.test(one)) &&
      HIDING.test(piece)
    ) {
      for (const selector of (around.at(-1) ?? '').split(',')) {
        const parts = partsOf(selector)
        if (parts !== undefined && found.length < MAX_SELECTORS) found.push(parts)
      }
    }
    // Declarations before a nested rule belong to the rule around it.
    prelude = piece.slice(piece.lastIndexOf(';') + 1).trim()
  }
  return found
}

function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*')
  return first + others.map((one) => (one.includes('*/') ? one.slice(one.indexOf('*/') + 2) : '')).join('')
}

/** Undefined for a selector of a state (`:hover`), of a part (`::before`), or of nothing that a class, id or name says. */
function partsOf(selector: string): readonly Part[] | undefined {
  const plain = selector.replace(/:not\([^)]{0,200}\)/g, '').replace(/\[[^\]]{0,200}\]/g, '')
  if (plain.includes(':') || plain.includes('@')) return undefined
  const words = plain.split(/[\s>+~]+/).filter((word) => word !== '')
  const parts = words.map(partOf)
  const own = parts.at(-1)
  return own === undefined || (own.name === undefined && own.id === undefined && own.classes.length === 0)
    ? undefined
    : parts
}

const partOf = (word: string): Part => ({
  name: /^[a-z][\w-]*/i.exec(word)?.[0].toLowerCase(),
  id: /#([\w-]+)/.exec(word)?.[1],
  classes: [...word.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!),
})

/** Classes by which style sheets that are not in the page hide; a class that shows it elsewhere (`md:block`) shows it. */
function isNamedHidden({ classes }: Element): boolean {
  let isHidden = false
  for (const one of classes) {
    if (SHOWS.test(one)) return false
    isHidden ||= NAMES.has(one)
  }
  return isHidden
}

const NAMES = new Set(
  'hidden d-none sr-only visually-hidden visuallyhidden screen-reader-text invisible is-hidden u-hidden hide'.split(
    ' ',
  ),
)
const SHOWS = /:(?:block|inline|flex|grid|table|contents|visible|not-sr-only)|^d-(?:sm|md|lg|xl|xxl)-(?!none)/
