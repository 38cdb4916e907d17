import { matchesOf, type Replaced, replacedIn } from '../matches.ts'

/** A run of hexadecimal digits or base64 that holds readable text. */
export interface Encoded {
  readonly start: number
  readonly end: number
  readonly plain: string
}

/** What a text holds in hexadecimal or base64, decoded; bytes that are no text are left out. */
export const encodedIn = (text: string): readonly Encoded[] =>
  [...matchesOf(RUN, text)].flatMap(({ 0: run, index: start }) => {
    const plain = readable(run, HEX.test(run) ? 'hex' : 'base64')
    const end = start + run.length
    const padding = text.startsWith('==', end) ? 2 : text.startsWith('=', end) ? 1 : 0
    return plain === undefined ? [] : [{ start, end: end + padding, plain }]
  })

/** In both alphabets of base64. */
const RUN = /(?<![\w+/-])[\w+/-]{20,}/g
const HEX = /^(?:[2-7][0-9a-fA-F]|0[9aAdD]){10,}$/

/** Decodes a run whose first bytes are text, since nearly no word is. */
function readable(run: string, encoding: 'hex' | 'base64'): string | undefined {
  const text = (part: string): string => Buffer.from(part, encoding).toString('utf8')
  return PRINTABLE.test(text(run.slice(0, 16))) && PRINTABLE.test(text(run)) ? text(run) : undefined
}

const PRINTABLE = /^[\t\n\r\x20-\x7e\u00a0-\ufffc]+$/

/**
 * Joins what code and shells join: a line that goes on after a backslash, and strings with a plus, a dot or a line break
 * between them. Undefined where there is nothing to join.
 */
export const joined = (text: string): Replaced | undefined => replacedIn(text, JOINT, () => '')

const JOINT =
  /\\\r?\n[ \t]{0,40}|["'`][ \t]{0,9}(?:\\?\r?\n\s{0,40}|(?:\\?\r?\n\s{0,40})?(?:[+&]|\.\.?)\s{0,40})[fbru]?["'`]/g
