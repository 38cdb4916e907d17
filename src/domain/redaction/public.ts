/** Whether a random-looking word is public, by its form or by the text before it. */
export const isPublic = (text: string, start: number, word: string): boolean =>
  PUBLIC.test(word) || isName(word) || isReadable(word) || followsPublic(text, start)

/**
 * Integrity hashes, hexadecimal addresses, addresses of IPFS, and KSUIDs: 27 characters whose first, the time's, is
 * small until 2080.
 */
const PUBLIC = /^(?:sha(?:1|256|384|512)-.*|0x[0-9a-fA-F]+|[0-2][A-Za-z0-9]{26}|Qm[1-9A-HJ-NP-Za-km-z]{44})$/

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

/** Characters of base64 before a word that are read backwards to find the prefix that announces the data. */
const REACH = 4_000

/** Whether the word continues a hash, a public key or a `data:` URL, or is the id in the URL of a document. */
function followsPublic(text: string, start: number): boolean {
  let from = start
  while (from > 0 && start - from < REACH && DATA[text.charCodeAt(from - 1)] === 1) from--
  const before = text.slice(Math.max(0, from - 40), from)
  return (
    /(?:;base64,|\bh1:|SHA256:|\bsha\d{1,3}:|\b(?:ssh-\w{3,10}|ecdsa-\S{4,24}) )$/.test(before) ||
    /(?:^|[^A-Za-z0-9])sha(?:1|256|384|512)-/.test(text.slice(from, start)) ||
    /\/(?:d|folders|file|u|document|spreadsheets)\/(?:e\/)?$/.test(text.slice(Math.max(0, start - 24), start))
  )
}

/** Characters of base64. */
const DATA = new Uint8Array(65536)
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-') DATA[char.charCodeAt(0)] = 1
