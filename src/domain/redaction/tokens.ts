import type { Span } from './placeholder.ts'
import { isPublic } from './public.ts'
import { entropy, looksGenerated } from './randomness.ts'
import { SHAPES } from './shapes.ts'

/** Secrets recognised by their own form: provider tokens, signed tokens, private keys, random words. */
export function tokenSpans(text: string, spans: Span[]): void {
  if (text.includes('PRIVATE KEY')) privateKeys(text, spans)
  let start = -1
  let kinds = 0
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0
    const kind = code < 128 ? KIND[code]! : 0
    if (kind !== 0) {
      if (start < 0) start = i
      kinds |= kind
    } else if (start >= 0) {
      if (i - start >= SHORTEST) inRun(text, start, i, kinds, spans)
      start = -1
      kinds = 0
    }
  }
}

/** Minimum length of a run of token characters that can hold a provider's token. */
const SHORTEST = 16

const LOWER = 1
const UPPER = 2
const DIGIT = 4
const MARK = 8
const MIXED = LOWER | UPPER | DIGIT
/** The characters of tokens by kind; 0 for all others. */
const KIND = new Uint8Array(128)
for (let code = 97; code < 123; code++) KIND[code] = LOWER
for (let code = 65; code < 91; code++) KIND[code] = UPPER
for (let code = 48; code < 58; code++) KIND[code] = DIGIT
for (const mark of '_-.') KIND[mark.charCodeAt(0)] = MARK

interface Pattern {
  readonly kind: string
  readonly pattern: RegExp
}

/** Patterns by the first two characters of their prefixes, indexed by `startKey`; built on first use. */
let byStart: readonly (readonly Pattern[] | undefined)[] | undefined

function patternsByStart(): readonly (readonly Pattern[] | undefined)[] {
  const found: (readonly Pattern[] | undefined)[] = new Array(1 << 14).fill(undefined)
  for (const { kind, starts, rest } of SHAPES)
    for (const start of starts) {
      const pattern = new RegExp(start.replaceAll('.', '\\.') + rest, 'y')
      const key = startKey(start, 0)
      found[key] = [...(found[key] ?? []), { kind, pattern }]
    }
  return found
}

function startKey(text: string, at: number): number {
  return ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127)
}

/** Searches a run for tokens, which begin at its start, after a mark, or after an escape sequence. */
function inRun(text: string, start: number, end: number, kinds: number, spans: Span[]): void {
  const before = spans.length
  let at = start
  for (const offset of escapeBefore(text, start)) at = Math.max(at, tokenAt(text, start + offset, spans))
  for (let i = start; i + SHORTEST <= end; i++) {
    if (i !== start && KIND[text.charCodeAt(i - 1)] !== MARK) continue
    if (i >= at) at = Math.max(at, tokenAt(text, i, spans))
  }
  if (spans.length === before && (kinds & MIXED) === MIXED) generated(text, start, end, spans)
}

/** Lengths of the escape sequences that the run may begin with: `\n`, `%3D`, the end of a colour sequence. */
function escapeBefore(text: string, start: number): readonly number[] {
  const code = text.charCodeAt(start - 1)
  if (code === 92) return [1]
  if (code === 37) return [2]
  if (code !== 91) return NONE
  const colour = text.slice(start, start + 4).search(/m/)
  return colour < 0 ? NONE : [colour + 1]
}

const NONE: readonly number[] = []

/** Adds the token that begins at a place, and returns its end; -1 when there is none. */
function tokenAt(text: string, at: number, spans: Span[]): number {
  byStart ??= patternsByStart()
  const shapes = byStart[startKey(text, at)]
  if (shapes === undefined) return -1
  for (const { kind, pattern } of shapes) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    // An example in documentation (`sk_live_xxxxxxxxxxxx`) has low entropy.
    if (match === null || entropy(match[0]) < 2.5) continue
    const start = kind === 'mailchimp-key' ? at - 33 : at
    const end = at + match[0].length
    spans.push({ start, end, kind })
    return end
  }
  return -1
}

/** A random word, unless it is public: a hash, an address, the id of a document, data, a long name. */
function generated(text: string, start: number, end: number, spans: Span[]): void {
  if (end - start < 24) return
  const word = text.slice(start, end).replace(/(?<![.-])[.-]+$/, '')
  if (looksGenerated(word) && !word.includes('.') && !isPublic(text, start, word))
    spans.push({ start, end: start + word.length, kind: 'generated' })
}

const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g

/**
 * Adds private keys whole, up to the end of the text if the end line is missing; each line is also a value to remove
 * elsewhere.
 */
function privateKeys(text: string, spans: Span[]): void {
  for (const match of text.matchAll(PRIVATE_KEY)) {
    const lines = match[0].split(/[^A-Za-z0-9+/=]+/).filter((line) => line.length >= 32)
    const end = match.index + match[0].length
    spans.push({ start: match.index, end, kind: 'private-key', values: [match[0], ...lines.slice(0, 200)] })
  }
}
