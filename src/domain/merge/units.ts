/** A line of a text, or a fenced block of code, which is merged as one. */
export interface Unit {
  /** As it stands there, without its last line end. */
  readonly raw: string
  readonly eol: string
  /** What makes it another text: not its number in a list, nor blanks and line ends behind it. */
  readonly text: string
  /** What it is known by: its text without the mark of a list, and how often it held, which every version counts anew. */
  readonly key: string
}

export const isBlank = ({ key }: Unit): boolean => key === ''

/** A text as units; joined with their line ends they are the text again. `asLines` reads no fenced blocks. */
export function unitsOf(text: string, asLines = false): readonly Unit[] {
  const lines = linesOf(text)
  const units: Unit[] = []
  /** Shortest fence of each mark that nothing closes any more. */
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
/** How often a step or a request came, at the end of its line. */
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

/** The line that closes the fence which a line opens; the line itself where it opens none, or none is closed. */
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
