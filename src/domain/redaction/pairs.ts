/** Words of which a text must hold one for a pattern to be tried. */
export interface Cues {
  readonly words: readonly string[]
  /** Set for a text that holds the rarest pair of characters of one of the words, or for each where a word has none. */
  readonly bit: number
}

/** The cues of a pattern, made once; lists may share a bit. */
export function cuesOf(words: readonly string[]): Cues {
  if (words.some((word) => word.length < 2)) return { words, bit: OF_EACH }
  const bit = 1 << (made++ % 31)
  for (const word of words) {
    const at = rarestPair(word)
    BITS[pairOf(word.charCodeAt(at), word.charCodeAt(at + 1))]! |= bit
  }
  return { words, bit }
}

let made = 0
const OF_EACH = 1 << 31
/** By pair, the bits of the cues with a word that it is the rarest pair of. */
const BITS = new Int32Array(1 << 14)

/** Where the pair of a word begins that the fewest texts hold. */
function rarestPair(word: string): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i + 1 < word.length; i++) {
    const common = COMMON.indexOf(word[i]!.toLowerCase()) * COMMON.indexOf(word[i + 1]!.toLowerCase())
    if (common < least) {
      least = common
      best = i
    }
  }
  return best
}

/** From rare to common in requests and commands. */
const COMMON = 'зßłжqz%(@_|:-wkjvxbygupfmhdlcnirsoat e'

/** Bits for the kinds of characters in a text; a pattern whose characters are missing is not tried. */
export const OPERATOR = 1
export const FORM = 2
export const FLAG = 4
export const DIGIT = 8
export const BLANK = 16
export const JOINING = 32
/** The characters of tokens. */
export const IN_TOKEN = 64

/** The kinds of an ASCII character; those of `OPERATOR` may separate a name from its value. */
export const MARK = new Uint8Array(128)
for (const [chars, mark] of [
  ['=:', OPERATOR],
  ['<|>%$(', FORM],
  ['-', FLAG],
  ['0123456789', DIGIT],
  [' \t\n', BLANK],
  ['\\"\'`', JOINING],
  ['abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.', IN_TOKEN],
] as const)
  for (const char of chars) MARK[char.charCodeAt(0)]! |= mark

/** The colon of full width, and "is" in Chinese and Japanese. */
export const isWideOperator = (code: number): boolean => code === 0xff1a || code === 0x662f || code === 0x306f

/**
 * What one pass over a text tells of it: its pairs of neighbouring characters (where one of a word's is missing, the word
 * does not stand in it), the kinds of its characters, and its longest run of characters that tokens are made of.
 */
export class Pairs {
  readonly #text: string
  readonly bits: number
  readonly marks: number
  readonly longestRun: number

  /** Only the latest one made may be asked for words. */
  constructor(text: string) {
    this.#text = text
    if (++reading > 0xffff) {
      SEEN.fill(0)
      reading = 1
    }
    let [bits, marks, run, longest, last] = [OF_EACH, 0, 0, 0, 0]
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      const mark = code > 127 ? (isWideOperator(code) ? OPERATOR : 0) : MARK[code]!
      marks |= mark
      run = (mark & IN_TOKEN) === 0 ? 0 : run + 1
      if (run > longest) longest = run
      const pair = pairOf(last, code)
      // The first character has none before it; no word begins with NUL.
      SEEN[pair] = reading
      bits |= BITS[pair]!
      last = code
    }
    this.bits = bits
    this.marks = marks
    this.longestRun = longest
  }

  /** Whether the text that was read holds one of the words. */
  hasOne({ words, bit }: Cues): boolean {
    if ((this.bits & bit) === 0) return false
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
const SEEN = new Uint16Array(1 << 14)
let reading = 0

const pairOf = (one: number, other: number): number => ((one & 127) << 7) | (other & 127)
