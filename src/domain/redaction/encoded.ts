import { matchesOf } from '../matches.ts'

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

/** A text whose strings and lines are joined, and where its places were. */
interface Joined {
  readonly text: string
  /** The place in the text as it was; of an end, the place before what was taken out there. */
  readonly before: (offset: number, isEnd: boolean) => number
}

/**
 * Joins what code and shells join: a line that goes on after a backslash, and strings with a plus, a dot or a line break
 * between them. Undefined where there is nothing to join.
 */
export function joined(text: string): Joined | undefined {
  const cuts = [...matchesOf(JOINT, text)]
  if (cuts.length === 0) return undefined
  const at: number[] = []
  const removed: number[] = []
  let out = ''
  let from = 0
  for (const { 0: cut, index } of cuts) {
    out += text.slice(from, index)
    from = index + cut.length
    at.push(out.length)
    removed.push(from - out.length)
  }
  const before = (offset: number, isEnd: boolean): number => {
    let low = 0
    for (let high = at.length; low < high; ) {
      const middle = (low + high) >> 1
      if (at[middle]! < offset || (at[middle] === offset && !isEnd)) low = middle + 1
      else high = middle
    }
    return offset + (removed[low - 1] ?? 0)
  }
  return { text: out + text.slice(from), before }
}

const JOINT =
  /\\\r?\n[ \t]{0,40}|["'`][ \t]{0,9}(?:\\?\r?\n\s{0,40}|(?:\\?\r?\n\s{0,40})?(?:[+&]|\.\.?)\s{0,40})[fbru]?["'`]/g
