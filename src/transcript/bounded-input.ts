/** Longest text that is kept of one field of a tool's input, in characters. */
const MAX_TEXT = 16_384
const MAX_DEPTH = 16
const MAX_ITEMS = 256

/**
 * A tool's input with its structure kept and its size bounded: long texts are cut, values nested too deep are null, and
 * the whole is null when it does not fit into `room`. `size` and `room` are in characters.
 */
export function boundedInput(input: unknown, room: number): { readonly value: unknown; readonly size: number } {
  const measure = { size: 0 }
  const value = bounded(input, 0, measure)
  return measure.size > room ? { value: null, size: 0 } : { value, size: measure.size }
}

function bounded(value: unknown, depth: number, measure: { size: number }): unknown {
  if (typeof value === 'string') {
    const kept = value.length > MAX_TEXT ? cutText(value, MAX_TEXT) : value
    measure.size += kept.length
    return kept
  }
  measure.size += 8
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return null
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => bounded(item, depth + 1, measure))
  const entries = Object.entries(value).slice(0, MAX_ITEMS)
  return Object.fromEntries(entries.map(([key, item]) => [key, bounded(item, depth + 1, measure)]))
}

/** A copy of the first `length` characters: a plain slice would keep the whole text in memory. */
export const cutText = (text: string, length: number): string => Buffer.from(text.slice(0, length)).toString()

/** The arguments of a call that an engine writes as JSON text; text that is no JSON stays text. */
export function parsedArguments(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
