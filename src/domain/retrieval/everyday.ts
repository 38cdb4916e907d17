// Always the same, and slow to find out: the build puts what these functions return in the place of this file.
import { STOPWORDS } from '../stopwords.ts'
import { CHATTER } from './chatter.ts'
import { terms } from './terms.ts'

/** Hashes of the words that are everywhere in the language. */
export const commonTerms = (): readonly number[] => STOPWORDS.flatMap((word) => hashesOf(word))

/** Hash of each word of everyday chatter, with how many phrases say it. */
export function chatterTerms(): readonly (readonly [number, number])[] {
  const said = new Map<number, number>()
  for (const phrase of CHATTER) for (const hash of new Set(hashesOf(phrase))) said.set(hash, (said.get(hash) ?? 0) + 1)
  return [...said]
}

const hashesOf = (text: string): readonly number[] => terms(text).map(({ hash }) => hash)
