import { matchesOf } from '../matches.ts'
import { ASCII, hash32 } from './terms.ts'

/** Length of a gram in characters; a shorter word is one gram, with its borders. */
const LENGTH = 4
/** Length of a gram in Chinese and Japanese. */
const DENSE_LENGTH = 2
const ASCII_WORD = /[a-z0-9]+/g

/** Character 4-grams within words, word borders included, as 32-bit hashes in reading order; at most `limit`. */
export function grams(text: string, limit: number): readonly number[] {
  const found: number[] = []
  const read = text.slice(0, limit)
  for (const { word, dense } of ASCII.test(read) ? asciiWords(read) : unicodeWords(read)) {
    const length = dense ? DENSE_LENGTH : LENGTH
    const bordered = dense ? word : ` ${word} `
    for (let i = 0; i === 0 || i + length <= bordered.length; i++) found.push(hash32(bordered.slice(i, i + length)))
    if (found.length >= limit) return found.slice(0, limit)
  }
  return found
}

interface Word {
  readonly word: string
  readonly dense: boolean
}

function* asciiWords(text: string): Generator<Word> {
  for (const [word] of matchesOf(ASCII_WORD, text.toLowerCase())) yield { word, dense: false }
}

function* unicodeWords(text: string): Generator<Word> {
  unicode ??= { word: /[\p{L}\p{M}\p{N}]+/gu, dense: /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u }
  for (const [word] of matchesOf(unicode.word, text.normalize('NFKC').toLowerCase()))
    yield { word, dense: unicode.dense.test(word) }
}

/** Built on first use. */
let unicode: { readonly word: RegExp; readonly dense: RegExp } | undefined
