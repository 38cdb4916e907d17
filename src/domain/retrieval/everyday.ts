// Constants that are slow to compute; the build replaces this file by the values that its functions return.

import { STOPWORDS } from '../signature.ts'
import { tally } from '../tally.ts'
import { CHATTER } from './chatter.ts'
import { terms } from './terms.ts'

export const commonTerms = (): readonly number[] => STOPWORDS.flatMap((word) => hashesOf(word))

/** Hash of each word of everyday chatter, with the number of phrases that contain it. */
export const chatterTerms = (): readonly (readonly [number, number])[] => [
  ...tally(CHATTER.flatMap((phrase) => [...new Set(hashesOf(phrase))])),
]

const hashesOf = (text: string): readonly number[] => terms(text).map(({ hash }) => hash)
