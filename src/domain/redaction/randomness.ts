/** Shannon entropy of the characters of a text, in bits per character; 0 for the empty text. */
export function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const n of counts.values()) bits -= (n / text.length) * Math.log2(n / text.length)
  return bits
}

/** Counts of character kinds in a text, and of changes of kind between neighbours. */
export interface Mix {
  readonly lower: number
  readonly upper: number
  readonly digit: number
  /** Characters that names, versions and paths do not use. */
  readonly symbol: number
  readonly changes: number
}

/** Counts the character kinds of a text. Separators of names (`_ - . /`) are no symbols and no change. */
export function mixOf(text: string): Mix {
  const counts = [0, 0, 0, 0, 0]
  let changes = 0
  let last = SEPARATOR
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const kind = code < 128 ? KIND[code]! : SYMBOL
    counts[kind]!++
    if (kind === SEPARATOR) continue
    if (last !== SEPARATOR && last !== kind) changes++
    last = kind
  }
  return { lower: counts[LOWER]!, upper: counts[UPPER]!, digit: counts[DIGIT]!, symbol: counts[SYMBOL]!, changes }
}

const [SYMBOL, LOWER, UPPER, DIGIT, SEPARATOR] = [0, 1, 2, 3, 4]
/** The kind of each ASCII character; all others are symbols. */
const KIND = Uint8Array.from({ length: 128 }, (_, code) =>
  ['[^]', '[a-z]', '[A-Z]', '[0-9]', '[-._/]'].findLastIndex((kind) =>
    new RegExp(kind).test(String.fromCharCode(code)),
  ),
)

/**
 * Whether a word is random without any context: at least 24 characters of three kinds that alternate as in random text,
 * with 3.6 bits each. Names, paths, versions, hex digests and UUIDs are not.
 */
export function looksGenerated(word: string): boolean {
  if (word.length < 24 || word.length > 512) return false
  const { lower, upper, digit, changes } = mixOf(word)
  if (lower < 3 || upper < 3) return false
  // 1 of 40 random words of 32 letters and digits has fewer than two digits; then upper and lower case must alternate
  // more than in names.
  if (digit < 2) return word.length >= 30 && changes / word.length >= 0.4 && entropy(word) >= 4
  return changes / word.length >= 0.3 && entropy(word) >= 3.6
}

/**
 * Whether a value after the name of a secret can be a secret: letters with digits or symbols, no plain word or number.
 */
export function looksSecret(value: string, atLeast: number): boolean {
  if (value.length < atLeast) return false
  const { lower, upper, digit, symbol } = mixOf(value)
  return lower + upper > 0 && (digit > 0 || symbol > 0)
}
