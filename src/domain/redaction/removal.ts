import { PLACEHOLDER, placeholder, type Span } from './placeholder.ts'

/** Removes a fixed set of values from a text, in every encoding below. */
export type Removal = (text: string) => string

/** Maximum number of values of one turn; of more, the longest are removed. */
const MAX_VALUES = 200
/** Maximum length of a value that is also searched in encoded forms, in characters. */
const MAX_ENCODED = 2048

/**
 * Builds the removal of the values found in a turn: verbatim, percent-encoded, JSON-escaped and base64; undefined
 * without values. A value of letters only is removed as a whole word only.
 */
export function removalOf(values: ReadonlyMap<string, string>): Removal | undefined {
  const telling = [...values].filter(([value]) => isTelling(value)).sort(([a], [b]) => b.length - a.length)
  const forms = new Map<string, string>()
  const words: { readonly word: string; readonly pattern: RegExp; readonly kind: string }[] = []
  for (const [value, kind] of telling.slice(0, MAX_VALUES)) {
    if (LETTERS.test(value))
      words.push({ word: value, pattern: new RegExp(`(?<![\\p{L}\\p{N}])${value}(?![\\p{L}\\p{N}])`, 'gu'), kind })
    else for (const form of formsOf(value)) if (!forms.has(form)) forms.set(form, kind)
  }
  if (forms.size === 0 && words.length === 0) return undefined
  const longestFirst = [...forms].sort(([a], [b]) => b.length - a.length)
  return (text) => {
    let out = text
    for (const [form, kind] of longestFirst)
      if (out.includes(form)) out = betweenPlaceholders(out, (part) => part.replaceAll(form, placeholder(kind)))
    for (const { word, pattern, kind } of words)
      if (out.includes(word)) out = betweenPlaceholders(out, (part) => part.replace(pattern, placeholder(kind)))
    return out
  }
}

/** A value of one short word, which may stand inside other words by chance. */
const LETTERS = /^\p{L}{1,64}$/u
const ONE_PLACEHOLDER = new RegExp(`(${PLACEHOLDER})`)

/** Rewrites a text outside its placeholders, whose words may equal a value. */
function betweenPlaceholders(text: string, clean: (part: string) => string): string {
  const parts = text.split(ONE_PLACEHOLDER)
  return parts.map((part, i) => (i % 2 === 1 ? part : clean(part))).join('')
}

/** The values of the spans of a text, with their kinds. */
export function learn(values: Map<string, string>, text: string, spans: readonly Span[]): void {
  for (const span of spans)
    for (const value of span.values ?? [text.slice(span.start, span.end)])
      if (!values.has(value)) values.set(value, span.kind)
}

/** The text with each span replaced; overlapping spans are joined under the first one's kind. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let out = ''
  let at = 0
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= at) out += text.slice(at, span.start) + placeholder(span.kind)
    at = Math.max(at, span.end)
  }
  return out + text.slice(at)
}

/** Whether a value is long or unusual enough that each other occurrence is the same secret. */
function isTelling(value: string): boolean {
  if (LETTERS.test(value)) return value.length >= 6 && !COMMON.test(value)
  return value.length >= 8 || (value.length >= 5 && /[^\p{L}\s]/u.test(value) && !/^\d+$/.test(value))
}

/** Passwords that are common technical words; removing them everywhere would ruin the text. */
const COMMON =
  /^(?:postgres(?:ql)?|password|passwd|username|localhost|default|database|secret|changeme|example|administrator|development|production|testing|private|public|master|redacted|guest|mysql|mongodb|redis|docker|github|token|string|server|client)$/i

function* formsOf(value: string): Generator<string> {
  yield value
  if (value.length > MAX_ENCODED) return
  const percent = percentEncoded(value)
  yield percent
  yield percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  yield JSON.stringify(value).slice(1, -1)
  if (value.length >= 8) yield* base64Forms(value)
}

function percentEncoded(value: string): string {
  try {
    return encodeURIComponent(value)
  } catch {
    return value
  }
}

/**
 * The base64 forms of a value at the three possible offsets in a longer text, in both alphabets, without the characters
 * that also encode its neighbours.
 */
function* base64Forms(value: string): Generator<string> {
  const bytes = Buffer.from(value, 'utf8')
  for (let offset = 0; offset < 3; offset++) {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/(?<!=)=+$/, '')
    const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1
    const inner = whole.slice(offset === 0 ? 0 : offset + 1, whole.length - tail)
    yield inner
    yield inner.replaceAll('+', '-').replaceAll('/', '_')
  }
}
