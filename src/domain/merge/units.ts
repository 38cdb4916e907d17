/** The unit of the merge: a line of a text, or a whole fenced code block. */
export interface Unit {
  /** The source text without its last line end. */
  readonly raw: string
  readonly eol: string
  /** `raw` normalised for comparison: without the list number, trailing blanks and CRLF. */
  readonly text: string
  /** The key for alignment: `text` without the count at its end, which every version counts again; `1)` equals `1.`. */
  readonly key: string
}

export const isBlank = ({ key }: Unit): boolean => key === ''

/** Splits a text into units; joined with their line ends they give the text again. `asLines` ignores code fences. */
export function unitsOf(text: string, asLines = false): readonly Unit[] {
  const lines = linesOf(text)
  const units: Unit[] = []
  /** By fence character, the length of the shortest fence that no later line closes. */
  const open = new Map<string, number>()
  for (let at = 0; at < lines.length; at++) {
    const end = asLines ? at : fenceEnd(lines, at, open)
    const block = lines.slice(at, end + 1)
    const last = block.at(-1)!
    const raw = block.map((line, i) => (i === block.length - 1 ? line.raw : line.raw + line.eol)).join('')
    units.push(unitOf(raw, last.eol))
    at = end
  }
  return units
}

export function unitOf(raw: string, eol: string): Unit {
  const text = raw.replaceAll('\r\n', '\n').trimEnd().replace(ORDINAL, '$1#$2 ')
  return {
    raw,
    eol,
    text,
    key: text
      .replace(FIGURE, '')
      .replace(/^([ \t]*)#\) /, '$1#. ')
      .trimEnd(),
  }
}

/** The number of an item in an ordered list. */
export const ORDINAL = /^([ \t]{0,12})\d{1,9}([.)])[ \t]+/
/** The count of a step or a request at the end of its line. */
const FIGURE = / (?:\[\d{1,6}\/\d{1,6}\]|\(\d{1,6} times\))$/

interface Line {
  readonly raw: string
  readonly eol: string
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from)
    const end = found < 0 ? text.length : found
    const isCrlf = found > from && text[found - 1] === '\r'
    lines.push({ raw: text.slice(from, isCrlf ? end - 1 : end), eol: found < 0 ? '' : isCrlf ? '\r\n' : '\n' })
    from = end + 1
  }
  return lines
}

/** The index of the line that closes the fence opened at `at`; `at` itself if it opens none, or if none is closed. */
function fenceEnd(lines: readonly Line[], at: number, open: Map<string, number>): number {
  const fence = FENCE.exec(lines[at]!.raw)?.[1]
  if (fence === undefined) return at
  const mark = fence.charAt(0)
  if (fence.length >= (open.get(mark) ?? Number.POSITIVE_INFINITY)) return at
  for (let end = at + 1; end < lines.length; end++) {
    const closing = FENCE.exec(lines[end]!.raw)
    if (closing?.[1]?.startsWith(fence) === true && lines[end]!.raw.trim() === closing[1]) return end
  }
  open.set(mark, fence.length)
  return at
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
