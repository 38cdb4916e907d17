/**
 * The skill named by the first `@@skill=` of a request (in any case): the longest run of ASCII letters, digits, `-` and
 * `_` after it; null when there is no mark or no name right after it.
 */
export function parseOverride(text: string): string | null {
  return MARK.exec(text)?.[1] || null
}

const MARK = /@@skill=([a-z0-9_-]*)/i
