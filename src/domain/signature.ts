import { eng } from 'stopword'
import { WaylandError } from './errors.ts'
import { matchesOf } from './matches.ts'
import { stripPlaceholders } from './redaction/placeholder.ts'

/**
 * The normalised top-3-token key of a request: lower-case words without stopwords, the three longest, sorted, joined
 * with `-`; empty when nothing is left. `stopwords` replaces the default list. Length counts code points. Placeholders
 * of redaction are left out; with the default list an address counts only by the kind of page it names (`pull`,
 * `issue`), so that no task is named after a host or an organisation.
 */
export function signature(text: string, options: { readonly stopwords?: readonly string[] } = {}): string {
  if (typeof text !== 'string') throw new WaylandError('bad_usage', 'signature needs the text of a request')
  const stop = options.stopwords === undefined ? DEFAULT : stopSet(options.stopwords)
  const top = new LongestThree(stop)
  const said = stripPlaceholders(text)
  offerWords(options.stopwords === undefined ? withoutAddresses(said) : said, top)
  return top.join()
}

/** Pages, clone addresses, and "owner/repository#12". */
const ADDRESSES = /\b(?:https?|ssh|git):\/\/[^\s<>"'`)\]]+|\bgit@[\w.-]+:[\w./-]+|(?<![\w/.-])[\w-]+\/[\w.-]+(?=#\d)/g
/** The kind of a code host's page, by its path. */
const KIND = /\/(?:-\/)?(pull|issue|commit|release|action|discussion|merge_request)(?:s|_requests)?\//

const withoutAddresses = (text: string): string =>
  text.includes('/') || text.includes('git@')
    ? text.replace(ADDRESSES, (address) => ` ${KIND.exec(address)?.[1] ?? ''} `)
    : text

/** Words of request and acknowledgement, beside those of the package. */
const ADDED = 'does please so not no yes yeah yep ok okay sure thanks'.split(' ')

/**
 * Words that do not distinguish tasks: the words in lower-case letters of the English list of `stopword`, then words of
 * request and acknowledgement.
 */
export const STOPWORDS: readonly string[] = [...new Set([...eng.filter((word) => /^[a-z]+$/.test(word)), ...ADDED])]

const DEFAULT: ReadonlySet<string> = new Set(STOPWORDS)
const custom = new WeakMap<readonly string[], ReadonlySet<string>>()

function stopSet(words: readonly string[]): ReadonlySet<string> {
  const known = custom.get(words)
  if (known !== undefined) return known
  const set = new Set(words.map((word) => word.normalize('NFKC').toLowerCase()))
  custom.set(words, set)
  return set
}

/** Keeps the three longest distinct words, the first seen winning ties: a later word must be strictly longer. */
class LongestThree {
  readonly #stop: ReadonlySet<string>
  readonly #words: string[] = []
  readonly #lengths: number[] = []
  /** Length that a word must exceed to enter; it spares the scanner most look-ups. */
  floor = 1

  constructor(stop: ReadonlySet<string>) {
    this.#stop = stop
  }

  offer(word: string, length: number): void {
    if (length <= this.floor || this.#words.includes(word) || this.#stop.has(word)) return
    if (this.#words.length === 3) {
      // Among equally short words the one seen last goes; first-seen order is kept by push.
      const out = this.#lengths.lastIndexOf(this.floor)
      this.#words.splice(out, 1)
      this.#lengths.splice(out, 1)
    }
    this.#words.push(word)
    this.#lengths.push(length)
    if (this.#words.length === 3) this.floor = Math.min(this.#lengths[0]!, this.#lengths[1]!, this.#lengths[2]!)
  }

  join(): string {
    return this.#words.sort().join('-')
  }
}

const UPPER = 2
const CLASS = new Uint8Array(128)
for (let code = 48; code < 58; code++) CLASS[code] = 1
for (let code = 97; code < 123; code++) CLASS[code] = 1
for (let code = 65; code < 91; code++) CLASS[code] = UPPER

/**
 * Offers every word. ASCII is scanned by character. Around a non-ASCII character, the text between the nearest blanks
 * is read as Unicode: no rule (composition, final sigma, segmentation) reaches across a blank. An ASCII word that was
 * offered before is offered again there, which has no effect.
 */
function offerWords(text: string, top: LongestThree): void {
  let start = -1
  let upper = 0
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : BLANK
    const kind = code > 127 ? OTHER : CLASS[code]!
    if (kind === OTHER) {
      i = offerUnicode(text, i, top)
      start = -1
      upper = 0
    } else if (kind !== 0) {
      if (start < 0) start = i
      upper |= kind
    } else if (start >= 0) {
      if (i - start > top.floor) {
        const word = text.slice(start, i)
        top.offer(upper & UPPER ? word.toLowerCase() : word, i - start)
      }
      start = -1
      upper = 0
    }
  }
}

const BLANK = 32
const OTHER = 4

/** Offers the words around a non-ASCII character; returns the offset of the blank after them. */
function offerUnicode(text: string, at: number, top: LongestThree): number {
  let from = at
  while (from > 0 && text.charCodeAt(from - 1) > BLANK) from--
  let to = at
  while (to < text.length && text.charCodeAt(to) > BLANK) to++
  for (const word of segmented(text.slice(from, to))) top.offer(word, codePoints(word))
  return to
}

/** Compiled for the first text that needs them. */
let unicode: { readonly word: RegExp; readonly unspaced: RegExp } | undefined
const patterns = () => ({
  word: /[\p{L}\p{M}\p{N}]+/gu,
  /** Scripts written without spaces: a run of their characters is a sentence, not a word. */
  unspaced: /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u,
})
let segmenter: Intl.Segmenter | undefined

/** Words of text in any script: NFKC, lower case, unspaced scripts segmented by dictionary (Intl.Segmenter). */
export const unicodeWords = (text: string): Iterable<string> =>
  // Nearly every request is ASCII: a pattern without Unicode classes is several times as fast, with the same result.
  ASCII.test(text) ? plain(text.toLowerCase()) : segmented(text)

const ASCII = /^[\0-\x7f]*$/
const ASCII_WORD = /[a-z0-9]+/g

/** Yields one word at a time: callers often need only the first few. */
function* plain(text: string): Generator<string> {
  for (const [word] of matchesOf(ASCII_WORD, text)) yield word
}

function* segmented(text: string): Generator<string> {
  unicode ??= patterns()
  for (const [run] of matchesOf(unicode.word, nfkc(text).toLowerCase())) {
    if (!unicode.unspaced.test(run)) yield run
    else {
      segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
      for (const piece of pieces(run))
        for (const part of segmenter.segment(piece)) if (part.isWordLike) yield part.segment
    }
  }
}

/** Longest run that is segmented at once, in code units: the segmenter takes quadratic time (measured). */
const MAX_RUN = 512

/** A run in pieces that split no character; real text has punctuation before the limit. */
function* pieces(run: string): Generator<string> {
  for (let from = 0; from < run.length; ) {
    let to = Math.min(from + MAX_RUN, run.length)
    if (to < run.length && isLowSurrogate(run.charCodeAt(to))) to++
    yield run.slice(from, to)
    from = to
  }
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000

/** NFKC, but the Thai and Lao vowel "am" stays one character, as it is written and looked up. */
export const nfkc = (text: string): string =>
  text.normalize('NFKC').replaceAll('\u0e4d\u0e32', '\u0e33').replaceAll('\u0ecd\u0eb2', '\u0eb3')

function codePoints(word: string): number {
  let n = 0
  for (const _ of word) n++
  return n
}
