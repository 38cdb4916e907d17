/** Characters of a run's last message that identify it in its transcript; the files of some engines keep few more. */
const MAX_WORDS = 160

/** A hash of the beginning of a run's last message; it stands in for the words where text is not kept. */
export const markOfWords = (message: string): string => mark(message.trim().slice(0, MAX_WORDS))

/** 64-bit FNV-1a as hex: distinguishes texts, conceals nothing, and needs no library, because hooks compute it. */
export function mark(text: string): string {
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (const char of text) {
    low = (low ^ (char.codePointAt(0) ?? 0)) >>> 0
    // times 2^40 + 0x1b3, in two halves
    const product = low * FACTOR
    high = (Math.imul(high, FACTOR) + Math.floor(product / 2 ** 32) + ((low << 8) >>> 0)) >>> 0
    low = product >>> 0
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}

const FACTOR = 0x1b3
