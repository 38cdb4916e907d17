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

/** Characters around a word that are read to tell what it is. */
const REACH = 4_000

/** Whether a random-looking word is public, by its form or by the text before it. */
export const isPublic = (text: string, start: number, word: string): boolean =>
  PUBLIC.test(word) || isName(word) || isReadable(word) || followsPublic(text, start)

/**
 * Integrity hashes, hexadecimal addresses, addresses of IPFS, KSUIDs (27 characters whose first, the time's, is small until
 * 2080), and what APIs call their records by: calls of tools, messages, requests, payments, hooks, publishable keys.
 */
const PUBLIC =
  /^(?:sha(?:1|256|384|512)-.*|0x[0-9a-fA-F]+|[0-2][A-Za-z0-9]{26}|Qm[1-9A-HJ-NP-Za-km-z]{44}|(?:toolu|call|msg|req|resp|chatcmpl|evt|we|cus|in|pi|pm|ch|sub|price|prod|acct|pk_(?:test|live))[_-][A-Za-z0-9]+)$/

/**
 * Least share of a name's characters that belong to pronounceable words; random words have .25, and 1 in 3,000 reaches
 * this.
 */
const NAME_SHARE = 0.75

/**
 * Whether a word is a name made of pronounceable words, such as `AbstractSingletonProxyFactoryBeanTest2` or
 * `MENU_ITEM_LabelV2`.
 */
function isName(word: string): boolean {
  let inWords = 0
  for (const [run] of word.matchAll(/[A-Z]?[a-z]{2,}|[A-Z]{4,}/g)) if (/[aeiou]/i.test(run)) inWords += run.length
  return inWords / word.length >= NAME_SHARE
}

/** Whether a word is base64 of a text with blanks, or of JSON; secrets in it are looked for on their own. */
function isReadable(word: string): boolean {
  const plain = Buffer.from(word, 'base64').toString('latin1')
  return /^[\x20-\x7e\n]{12,}$/.test(plain) && /[a-z] [a-z]|^[{[]"/.test(plain)
}

/** The characters of base64 before a word, to find the prefix that announces the data. */
const DATA_BEFORE = new RegExp(`(?<=([\\w+/=-]{0,${REACH}}))`, 'y')

/** Whether the word continues a hash, a public key or a `data:` URL, or is the id in the URL of a document. */
function followsPublic(text: string, start: number): boolean {
  DATA_BEFORE.lastIndex = start
  const data = DATA_BEFORE.exec(text)![1]!
  const before = text.slice(Math.max(0, start - data.length - 40), start - data.length)
  return (
    /(?:;base64,|\bh1:|SHA256:|\bsha\d{1,3}:|\b(?:ssh-\w{3,10}|ecdsa-\S{4,24}) )$/.test(before) ||
    PUBLIC_NAME.test(text.slice(Math.max(0, start - 60), start)) ||
    (PUBLIC_HALF.test(before) && /\bkty\b/.test(text.slice(Math.max(0, start - REACH), start + REACH))) ||
    /-----BEGIN [A-Z ]{0,20}(?:PUBLIC KEY|CERTIFICATE)-----[^-]*$|\bENC\[[^\s[\]]*$/.test(
      text.slice(Math.max(0, start - REACH), start),
    ) ||
    /(?:^|[^A-Za-z0-9])sha(?:1|256|384|512)-/.test(data) ||
    /\/(?:d|folders|file|u|document|spreadsheets)\/(?:e\/)?$/.test(text.slice(Math.max(0, start - 24), start))
  )
}

/** The name of what everybody may know, and of an id in an address. */
const PUBLIC_NAME =
  /(?:\bkid|\betag|publi(?:c|shable)[\w-]{0,20})["']?\s?[:=]\s?(?:W\/)?["']?$|[?&](?:list|v|doc|rev|ref|(?!s(?:ession)?[_-]?id=)[a-z]{0,20}[_-]?id)=$/i

/** The members of a JSON Web Key (RFC 7517, 7518) that everybody may know. */
const PUBLIC_HALF = /["'](?:x|y|n|x5[ct](?:#S256)?)\\?["']\s?:\s?\[?\\?["']$/
