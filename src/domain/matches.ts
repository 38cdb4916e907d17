/**
 * The matches of a global pattern in a text, in order. `text.matchAll(pattern)` copies the pattern at each call, and V8
 * forgets what it compiled for such copies when it collects garbage: a long process then compiles again, by the text that
 * comes next, and what came of that took up to six times as long (measured on 2,000 skills). Most searches find nothing,
 * and a generator would be most of what they cost.
 */
export function matchesOf(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  const first = nextMatch(pattern, text, 0)
  return first === null ? NONE : from(first, pattern, text)
}

function* from(first: RegExpExecArray, pattern: RegExp, text: string): Generator<RegExpExecArray> {
  for (let match: RegExpExecArray | null = first; match !== null; ) {
    const end = match.index + match[0].length
    const step = match[0] !== '' ? 0 : pattern.unicode && text.codePointAt(end)! > 0xffff ? 2 : 1
    yield match
    match = nextMatch(pattern, text, end + step)
  }
}

/** Leaves no place in the pattern: another search by the same one may begin before this one ends. */
function nextMatch(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place
  const match = pattern.exec(text)
  pattern.lastIndex = 0
  return match
}

const NONE: readonly RegExpExecArray[] = []

/** The index of the last of these ascending numbers that is not above one; they begin with 0. */
export function lastUpTo(ascending: readonly number[], place: number): number {
  let low = 0
  for (let high = ascending.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1
    if (ascending[middle]! <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** A text with parts of it replaced. */
export interface Replaced {
  readonly text: string
  /** The position in the original text of a position in this one; that of an end is found by what stands before it. */
  origin(position: number): number
}

/** A text in which each match of a global pattern stands as this says; undefined where that changes none. */
export function replacedIn(
  text: string,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string,
): Replaced | undefined {
  let out = ''
  let at = 0
  const froms = [0]
  const origins = [0]
  for (const match of matchesOf(pattern, text)) {
    const plain = by(match)
    if (plain === match[0]) continue
    out += text.slice(at, match.index) + plain
    at = match.index + match[0].length
    froms.push(out.length - plain.length, out.length)
    origins.push(match.index, at)
  }
  if (at === 0) return undefined
  const origin = (position: number) => {
    const mark = lastUpTo(froms, position)
    return origins[mark]! + position - froms[mark]!
  }
  return { text: out + text.slice(at), origin }
}

export const LINE = /[^\n]+/g
