/** Longest quotation, and longest text, in code points; ids and names are shorter, most paths too. */
const MAX_QUOTED = 200
const MAX_TEXT = 2_000
/** What is kept of the end of a text that is cut: there a message says why. */
const END = 400

/**
 * A message about what a person gave, for one line: line breaks are blanks, and the middle or the end of what is longer
 * than any id is left out.
 */
export function errorWords(message: string): string {
  const line = message.replace(/[\n\r\v\f\x85\u2028\u2029]/g, ' ')
  if (line.length <= MAX_QUOTED) return line
  // Every other part is between quotation marks.
  const parts = line.split('"').map((part, i) => (i % 2 === 1 ? cut(part, MAX_QUOTED, 0) : part))
  return cut(parts.join('"'), MAX_TEXT, END)
}

function cut(text: string, max: number, end: number): string {
  const points = [...text]
  if (points.length <= max) return text
  return `${points.slice(0, max - end - 1).join('')}…${points.slice(points.length - end).join('')}`
}
