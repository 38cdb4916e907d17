/** A piece of inline code. */
export interface CodeSpan {
  readonly code: string
  /** Index of its first mark in the line. */
  readonly at: number
  /** Index behind its last mark. */
  readonly end: number
}

/** The inline code of a line: what stands between two runs of as many backticks. */
export function codeSpans(line: string): readonly CodeSpan[] {
  const spans: CodeSpan[] = []
  const marks = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  for (let i = 0; i < marks.length; i++) {
    const open = marks[i]!
    const j = marks.findIndex(({ length }, k) => k > i && length === open.length)
    if (j < 0) continue
    const close = marks[j]!
    const code = line.slice(open.index + open.length, close.index).trim()
    spans.push({ code, at: open.index, end: close.index + close.length })
    i = j
  }
  return spans
}
