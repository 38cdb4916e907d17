/** The replacement of a secret: its kind, in a form that signatures ignore and that redaction leaves alone. */
export const placeholder = (kind: string): string => `${OPEN}${kind}]`

const OPEN = '[redacted:'

/** Source of a pattern that matches one placeholder. */
export const PLACEHOLDER = String.raw`\[redacted:[a-z0-9-]{1,40}\]`

const ALL = new RegExp(PLACEHOLDER, 'g')

/** Removes placeholders, so that their words do not count as words of the person. */
export const stripPlaceholders = (text: string): string => (text.includes(OPEN) ? text.replace(ALL, ' ') : text)

/** A secret in a text: its position, its kind, and the values to remove elsewhere. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly kind: string
  /** Values to remove wherever else they occur; absent = the text of the span itself. */
  readonly values?: readonly string[]
}
