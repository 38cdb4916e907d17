import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as english } from 'stemmer'
import { matchesOf } from '../matches.ts'
import { remembered } from '../remembered.ts'

/** One term of a text: the 32-bit hash under which it is indexed, and the words it stands for. */
export interface Term {
  readonly hash: number
  readonly surface: string
}

/**
 * The terms of a text in reading order, repeats included: NFKC, lower case, stems of Latin and Cyrillic words, single
 * characters and pairs of scripts written without spaces (and of Hangul, whose words carry their particles).
 */
export function terms(text: string): readonly Term[] {
  const found: Term[] = []
  eachTerm(text, (hash, surface) => found.push({ hash, surface }))
  return found
}

/** Hashes of at most `limit` terms of a text that is indexed, without their surfaces. */
export function termHashes(text: string, limit: number): readonly number[] {
  const found: number[] = []
  eachTerm(text.length > limit * 12 ? text.slice(0, limit * 12) : text, (hash) => {
    if (found.length < limit) found.push(hash)
  })
  return found
}

/** 32-bit hash of a text, or of a piece of it: FNV-1a over its code units with the finaliser of MurmurHash3. */
export function hash32(text: string, seed = 0x811c9dc5, from = 0, to = text.length): number {
  let hash = seed
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** ASCII texts use patterns without Unicode classes, which give the same terms in a fraction of the time. */
export const ASCII = /^[\x00-\x7f]*$/
/** A word may end in `++` or `#`: C++, C#, F#. */
const ASCII_WORD = /[a-z0-9]+(?:\+\+|#)?/g
const LATIN = /^[a-z]+$/
/** Maximum length of a word; longer runs are keys or hashes, and are cut. */
const LONGEST_WORD = 48

function eachTerm(text: string, visit: (hash: number, surface: string) => void): void {
  if (ASCII.test(text)) for (const word of text.toLowerCase().match(ASCII_WORD) ?? []) visit(wordHash(word), word)
  else eachUnicodeTerm(text.normalize('NFKC').toLowerCase(), visit)
}

function eachUnicodeTerm(clean: string, visit: (hash: number, surface: string) => void): void {
  unicode ??= patterns()
  for (const [word] of matchesOf(unicode.word, clean)) {
    if (!unicode.unspaced.test(word)) visit(wordHash(word), word)
    else
      for (const [run] of matchesOf(unicode.unspacedRuns, word)) {
        if (unicode.unspaced.test(run)) characters(run, visit)
        else visit(wordHash(run), run)
      }
  }
}

/** Built on first use. */
let unicode: ReturnType<typeof patterns> | undefined

const patterns = () => ({
  word: /[\p{L}\p{M}\p{N}]+(?:\+\+|#)?/gu,
  unspaced: /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u,
  unspacedRuns:
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{M}ー々]+|[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{M}ー々]+/gu,
  cyrillic: /^\p{sc=Cyrl}+$/u,
})

function characters(run: string, visit: (hash: number, surface: string) => void): void {
  let before = ''
  for (const character of run) {
    visit(hash32(character), character)
    if (before !== '') visit(hash32(before + character), before + character)
    before = character
  }
}

/** Stemming is the most expensive part of indexing, and a library repeats few words. */
const wordHash = remembered((word: string) => hash32(stemOf(word.slice(0, LONGEST_WORD))), { most: 65_536 })

/** The stem of a word in lower case, English or Russian; any other word as it is. */
export const stem = remembered(stemOf, { most: 8_192, longest: LONGEST_WORD })

function stemOf(word: string): string {
  if (LATIN.test(word)) return english(word)
  if (ASCII.test(word)) return word
  unicode ??= patterns()
  return unicode.cyrillic.test(word) ? russian(word) : word
}
