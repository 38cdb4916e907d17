import { eastAsianWidth } from 'get-east-asian-width'

/** Rows as aligned columns under headings; the widest are cut where all are wider than `width` terminal cells. */
export function columns(rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string {
  const widths = fitted(
    // Not spread into `Math.max`: a ledger has more lines than a call takes arguments.
    (rows[0] ?? []).map((_, i) => rows.reduce((most, row) => Math.max(most, length(row[i] ?? '')), 0)),
    width,
  )
  return rows
    .map((row) =>
      row
        .map((cell, i) => padded(cut(cell, widths[i] ?? 0), widths[i] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

/** Terms with their explanation beside them, wrapped to `width`; a long term stands on a line of its own. */
export function explained(rows: readonly (readonly [string, string])[], width: number): string {
  const left = Math.max(0, ...rows.map(([term]) => length(term)).filter((n) => n <= MAX_TERM))
  const room = Math.max(MIN_COLUMN, width - left - GAP.length)
  return rows
    .flatMap(([term, words]) => {
      const [first = '', ...rest] = wrapped(words, room)
      const hang = ' '.repeat(left + GAP.length)
      const head = length(term) > left ? [term, `${hang}${first}`] : [`${padded(term, left)}${GAP}${first}`]
      return [...head, ...rest.map((line) => `${hang}${line}`)]
    })
    .join('\n')
}

/** Lines of at most `width`, broken between words. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && length(line) + 1 + length(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

const GAP = '  '
const MIN_COLUMN = 12
const MAX_TERM = 32

/** Column widths that fit: the widest shrink first, down to a width at which they stay legible. */
function fitted(natural: readonly number[], width: number): readonly number[] {
  const widths = [...natural]
  let over = widths.reduce((sum, n) => sum + n, GAP.length * (widths.length - 1)) - width
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= MIN_COLUMN) break
    widths[widest] = (widths[widest] ?? 0) - 1
    over--
  }
  return widths
}

const length = (text: string): number => [...text].reduce((sum, sign) => sum + cells(sign), 0)
const cells = (sign: string): number =>
  sign < '\u0080' ? 1 : isCombined(sign) ? 0 : sign > '\u10ff' ? eastAsianWidth(sign.codePointAt(0) as number) : 1
/** Whether a character is a combining mark or joiner, which occupies no cell. */
const isCombined = (sign: string): boolean => /^[\p{Mn}\p{Me}\p{Cf}]$/u.test(sign)
const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - length(text)))
const cut = (text: string, width: number): string =>
  length(text) <= width ? text : `${fitting(text, Math.max(0, width - 1))}…`

/** The longest prefix that fits into `cells` terminal cells. */
function fitting(text: string, width: number): string {
  let left = width
  let end = 0
  for (const sign of text) {
    left -= cells(sign)
    if (left < 0) break
    end += sign.length
  }
  return text.slice(0, end)
}
