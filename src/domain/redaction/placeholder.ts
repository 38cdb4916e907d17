/** The replacement of a secret: its kind, in a form that signatures ignore and that redaction leaves alone. */
export const placeholder = (kind: string): string => `${OPEN}${kind}]`

const OPEN = '[redacted:'

/** Source of a pattern that matches one placeholder. */
export const PLACEHOLDER = String.raw`\[redacted:[a-z0-9-]{1,40}\]`

const ALL = new RegExp(PLACEHOLDER, 'g')

/** Removes placeholders, so that their words do not count as words of the person. */
export const stripPlaceholders = (text: string): string => (text.includes(OPEN) ? text.replace(ALL, ' ') : text)

/** The text with each character of its placeholders as one that no text holds, so that no rule takes them for a value. */
export const masked = (text: string): string =>
  text.includes(OPEN) ? text.replace(ALL, (held) => MASK.repeat(held.length)) : text

/** Widens a span of a masked text that begins or ends within a placeholder. */
export function wholePlaceholders(text: string, span: Span): Span {
  let { start, end } = span
  while (text[start] === MASK && text[start - 1] === MASK) start--
  while (text[end] === MASK && text[end - 1] === MASK) end++
  return start === span.start && end === span.end ? span : { ...span, start, end }
}

/** A noncharacter of Unicode. */
const MASK = '\ufdd0'

/** A secret in a text: its position, its kind, and the values to remove elsewhere. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly kind: string
  /** Values to remove wherever else they occur; absent = the text of the span itself. */
  readonly values?: readonly string[]
}

/** The text as a reader sees it: without colours of a terminal, and without characters of no width inside words. */
export const legible = (text: string): string =>
  UNSEEN.test(text) ? text.replace(ESCAPES, '').replace(NO_WIDTH, '') : text

const UNSEEN = /[\u001b\u009b\u00ad\u200b-\u200d\u2060\ufeff]/
const ESCAPES = /(?:\u001b\[|\u009b)[0-9;:?]{0,40}[A-Za-z]|\u001b\][^\u0007\u001b\n]{0,400}(?:\u0007|\u001b\\)/g
/** Not between letters of other scripts or emoji, where these characters join what belongs together. */
const NO_WIDTH = /(?<=[\x21-\x7e])[\u00ad\u200b-\u200d\u2060\ufeff]{1,100}(?=[\x21-\x7e])/g
