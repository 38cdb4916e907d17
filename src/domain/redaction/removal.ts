import { PLACEHOLDER, placeholder, type Span } from './placeholder.ts'

/** Removes the values it was made for from any text, in every form they take; undefined when there is nothing to remove. */
export type Removal = (text: string) => string

/** Most values that one turn can teach; beyond it the longest, most telling ones count. */
const MAX_VALUES = 500

/** Builds the removal of every value that the spans of a turn teach: verbatim, percent-encoded, JSON-escaped, base64. */
export function removalOf(values: ReadonlyMap<string, string>): Removal | undefined {
  const forms = new Map<string, string>()
  const words = new Map<string, string>()
  const telling = [...values].filter(([value]) => isTelling(value)).sort(([a], [b]) => b.length - a.length)
  for (const [value, kind] of telling.slice(0, MAX_VALUES)) {
    if (/^\p{L}+$/u.test(value)) words.set(value, kind)
    else for (const form of formsOf(value)) if (!forms.has(form)) forms.set(form, kind)
  }
  if (forms.size === 0 && words.size === 0) return undefined
  const longestFirst = (map: ReadonlyMap<string, string>) => [...map.keys()].sort((a, b) => b.length - a.length)
  const parts = [PLACEHOLDER, ...longestFirst(forms).map(escaped)]
  if (words.size > 0)
    parts.push(`(?<![\\p{L}\\p{N}])(?:${longestFirst(words).map(escaped).join('|')})(?![\\p{L}\\p{N}])`)
  const pattern = new RegExp(parts.join('|'), 'gu')
  const kindOf = (found: string) => forms.get(found) ?? words.get(found)
  return (text) =>
    text.replace(pattern, (found) => {
      const kind = kindOf(found)
      return kind === undefined ? found : placeholder(kind)
    })
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

/** Long or odd enough that it stands for nothing else where it occurs again. */
function isTelling(value: string): boolean {
  if (/^\p{L}+$/u.test(value)) return value.length >= 6 && !COMMON.test(value)
  return value.length >= 8 || (value.length >= 5 && /[^\p{L}\s]/u.test(value) && !/^\d+$/.test(value))
}

/** Passwords that are ordinary words of the trade: removing them everywhere would ruin the text. */
const COMMON =
  /^(?:postgres(?:ql)?|password|passwd|username|localhost|default|database|secret|changeme|example|administrator|development|production|testing|private|public|master|redacted|guest|mysql|mongodb|redis|docker|github|token|string|server|client)$/i

function* formsOf(value: string): Generator<string> {
  yield value
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
 * What base64 makes of a value at each of the three offsets it can have inside a longer text, without the characters
 * that its neighbours share, in both alphabets.
 */
function* base64Forms(value: string): Generator<string> {
  const bytes = Buffer.from(value, 'utf8')
  for (let offset = 0; offset < 3; offset++) {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1
    const inner = whole.slice(offset === 0 ? 0 : offset + 1, whole.length - tail)
    yield inner
    yield inner.replaceAll('+', '-').replaceAll('/', '_')
  }
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
