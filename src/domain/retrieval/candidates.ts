import type { Library } from './library.ts'
import type { Postings } from './postings.ts'
import type { HeldOut, Query } from './query.ts'
import type { QueryTerm } from './query-term.ts'
import { saturated } from './saturation.ts'
import type { Candidate, Scratch } from './scratch.ts'

/** Documents kept after the rare terms, to be scored with all. */
const SHORTLIST = 60
/** Documents found by character grams only: other forms of a word, typing errors, compounds. */
const BY_GRAMS = 8
/** The best `k` documents by words, best first, ties by id, then a few more that only grams find. */
export function candidates(library: Library, query: Query, k: number, scratch: Scratch): Candidate[] {
  const order = (a: Candidate, b: Candidate): number =>
    b.score - a.score || (library.id(a.document) < library.id(b.document) ? -1 : 1)
  const { postings } = library.words
  const terms = query.words.filter(({ term }) => postings.frequency(term) > 0)
  const rare = postings.rare(terms)
  let found = scratch.best(postings, rare, rare.length === terms.length ? k : Math.max(k, SHORTLIST), order)
  if (rare.length < terms.length)
    found = found
      .map(({ document }) => ({ document, score: score(library, query, document) }))
      .sort(order)
      .slice(0, k)
  const known = new Set(found.map(({ document }) => document))
  const characters = library.grams.postings
  const byGrams = scratch
    .best(characters, characters.rare(query.grams), k + BY_GRAMS, order)
    .filter(({ document }) => !known.has(document))
    .slice(0, BY_GRAMS)
  return [
    ...found,
    ...byGrams.map(({ document }) => ({ document, score: score(library, query, document) })).sort(order),
  ]
}

/** The BM25F score of one document over all words of a request, without a held-out phrase if it is that document's. */
export function score(library: Library, query: Query, document: number, held?: HeldOut): number {
  return channelScore(library.words.postings, query.words, document, held, 'words')
}

/** The BM25F score of one document over all words, or all character n-grams, of a request. */
export function channelScore(
  postings: Postings,
  terms: readonly QueryTerm[],
  document: number,
  held: HeldOut | undefined,
  channel: 'words' | 'grams',
): number {
  const own = held?.document === document ? held : undefined
  if (own === undefined) return postings.score(document, terms)
  const means = postings.means()
  const lengths = Array.from(postings.lengthsOf(document))
  lengths[own.field]! -= own.length[channel]
  let sum = 0
  for (const { term, weight } of terms) {
    const packed = term < 0 ? 0 : postings.withheld(document, term, own.field, own[channel].get(term) ?? 0)
    if (packed > 0) sum += weight * saturated(packed, lengths, 0, means)
  }
  return sum
}
