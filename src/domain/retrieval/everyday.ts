// Constants that are slow to compute; the build replaces this file by the values that its functions return.
import { STOPWORDS } from '../signature.ts'
import { CHATTER } from './chatter.ts'
import { terms } from './terms.ts'

export const commonTerms = (): readonly number[] => STOPWORDS.flatMap((word) => hashesOf(word))

/** Hash of each word of everyday chatter, with the number of phrases that contain it. */
export function chatterTerms(): readonly (readonly [number, number])[] {
  const said = new Map<number, number>()
  for (const phrase of CHATTER) for (const hash of new Set(hashesOf(phrase))) said.set(hash, (said.get(hash) ?? 0) + 1)
  return [...said]
}

const hashesOf = (text: string): readonly number[] => terms(text).map(({ hash }) => hash)
