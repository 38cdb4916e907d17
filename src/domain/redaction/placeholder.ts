/** What stands where a secret stood: its kind, in a form that signing ignores and that redacting again leaves alone. */
export const placeholder = (kind: string): string => `${OPEN}${kind}]`

const OPEN = '[redacted:'

/** Source of a pattern that matches one placeholder. */
export const PLACEHOLDER = String.raw`\[redacted:[a-z0-9-]{1,40}\]`

const ALL = new RegExp(PLACEHOLDER, 'g')

/** The text without placeholders, so that no word of theirs counts as a word of the person. */
export const stripPlaceholders = (text: string): string => (text.includes(OPEN) ? text.replace(ALL, ' ') : text)

/** Where a secret lies in a text, what it is called, and what else must go once it is known. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly kind: string
  /** Values to remove wherever else they occur; absent = the text of the span itself. */
  readonly values?: readonly string[]
}
