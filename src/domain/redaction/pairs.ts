/** The pairs of neighbouring characters of a text: where one of a word's is missing, the word does not stand in it. */
export class Pairs {
  readonly #text: string

  /** Only the latest one made may be asked. */
  constructor(text: string) {
    this.#text = text
    reading++
    for (let i = 1, last = text.charCodeAt(0); i < text.length; i++) {
      const code = text.charCodeAt(i)
      SEEN[pairOf(last, code)] = reading
      last = code
    }
  }

  /** Whether the text that was read holds one of the words, each of two characters or more. */
  hasOne(words: readonly string[]): boolean {
    for (const word of words) if (mayHold(word) && this.#text.includes(word)) return true
    return false
  }
}

function mayHold(word: string): boolean {
  for (let i = 1; i < word.length; i++)
    if (SEEN[pairOf(word.charCodeAt(i - 1), word.charCodeAt(i))] !== reading) return false
  return true
}

/** By pair, the number of the latest text that has it: no table is cleared for a short text. */
const SEEN = new Float64Array(1 << 14)
let reading = 0

const pairOf = (one: number, other: number): number => ((one & 127) << 7) | (other & 127)
