import { hash32 } from './terms.ts'

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Characters a gram holds; a shorter word is one gram with its borders. */
const LENGTH = 4
/** In Chinese and Japanese a pair of characters is what four letters are elsewhere. */
const DENSE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u
const DENSE_LENGTH = 2

/** Character 4-grams within words, word borders included, as 32-bit hashes in reading order; at most `limit`. */
export function grams(text: string, limit: number): readonly number[] {
  const found: number[] = []
  for (const [word] of text.slice(0, limit).normalize('NFKC').toLowerCase().matchAll(WORD)) {
    const dense = DENSE.test(word)
    const length = dense ? DENSE_LENGTH : LENGTH
    const bordered = dense ? word : ` ${word} `
    for (let i = 0; i === 0 || i + length <= bordered.length; i++) found.push(hash32(bordered.slice(i, i + length)))
    if (found.length >= limit) return found.slice(0, limit)
  }
  return found
}
