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
  const forms = new Map<string, { readonly kind: string; readonly pattern?: RegExp; readonly inBase64?: boolean }>()
  for (const [value, kind] of telling.slice(0, MAX_VALUES)) {
    if (LETTERS.test(value))
      forms.set(value, { kind, pattern: new RegExp(`(?<![\\p{L}\\p{N}])${value}(?![\\p{L}\\p{N}])`, 'gu') })
    else {
      for (const form of formsOf(value)) forms.set(form, forms.get(form) ?? { kind })
      for (const form of base64Forms(value)) forms.set(form, forms.get(form) ?? { kind, inBase64: true })
    }
  }
  if (forms.size === 0) return undefined
  const longestFirst = [...forms].sort(([a], [b]) => b.length - a.length)
  return (text) => {
    let out = text
    // A thousand forms are looked for: those in base64 only where it can stand.
    const long = (text.match(BASE64_RUN) ?? []).join(' ')
    const missing = ['%', '\\'].filter((char) => !text.includes(char))
    for (const [form, { kind, pattern = form, inBase64 }] of longestFirst)
      if (!missing.some((char) => form.includes(char)) && (inBase64 === true ? long : out).includes(form))
        out = replaced(out, form, pattern, kind)
    return out
  }
}

/** A value of one short word, which may stand inside other words by chance. */
const LETTERS = /^\p{L}{1,64}$/u
const ONE_PLACEHOLDER = new RegExp(`(${PLACEHOLDER})`)
/** A value of eight bytes has ten characters of base64 that no neighbour changes. */
const BASE64_RUN = /[\w+/-]{10,}/g

/** Replaces a value outside the placeholders, whose words may equal it. */
function replaced(text: string, value: string, pattern: string | RegExp, kind: string): string {
  const clean = (part: string): string => part.replaceAll(pattern, placeholder(kind))
  if (/[^a-z0-9:[\]-]/.test(value) && !/[[\]]/.test(value)) return clean(text)
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
  // Without halves of characters, of which there is no such form.
  const percent = encodeURIComponent(Buffer.from(value).toString())
  yield percent
  yield percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  yield JSON.stringify(value).slice(1, -1)
}

/**
 * The base64 forms of a value at the three possible offsets in a longer text, in both alphabets, without the characters
 * that also encode its neighbours.
 */
function* base64Forms(value: string): Generator<string> {
  if (value.length < 8 || value.length > MAX_ENCODED) return
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
