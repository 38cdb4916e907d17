import { minus } from './fields.ts'
import type { Library } from './library.ts'
import { type Postings, saturated } from './postings.ts'
import type { HeldOut, Query, QueryTerm } from './query.ts'

/** A document that may answer a request, with its BM25F score over words. */
export interface Candidate {
  readonly document: number
  readonly score: number
}

/** Documents kept after the rare terms, to be scored with all. */
const SHORTLIST = 100
/** Documents that only their characters bring in: other forms of a word, typing errors, compounds. */
const BY_GRAMS = 8
/** In large libraries terms in more than this share of the skills find nobody new. */
const FREQUENT = { words: 0.1, grams: 0.02 }
const LARGE = 2000

/** The best `k` documents by words, best first, ties by id, then a few more that only grams find. */
export function candidates(library: Library, query: Query, k: number, scratch: Scratch): Candidate[] {
  const order = (a: Candidate, b: Candidate): number =>
    b.score - a.score || (library.id(a.document) < library.id(b.document) ? -1 : 1)
  const { postings } = library.words
  const terms = query.words.filter(({ term }) => postings.frequency(term) > 0)
  const rare = rareOf(postings, terms, FREQUENT.words)
  let found = scratch.best(postings, rare, rare.length === terms.length ? k : Math.max(k, SHORTLIST), order)
  if (rare.length < terms.length)
    found = found
      .map(({ document }) => ({ document, score: score(library, query, document) }))
      .sort(order)
      .slice(0, k)
  const known = new Set(found.map(({ document }) => document))
  const characters = library.grams.postings
  const byGrams = scratch
    .best(characters, rareOf(characters, query.grams, FREQUENT.grams), k + BY_GRAMS, order)
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

/** The same over words or over character grams. */
export function channelScore(
  postings: Postings,
  terms: readonly QueryTerm[],
  document: number,
  held: HeldOut | undefined,
  channel: 'words' | 'grams',
): number {
  const means = postings.means()
  const lengths = Array.from(postings.lengthsOf(document))
  const own = held?.document === document ? held : undefined
  if (own !== undefined) lengths[own.field]! -= own.length[channel]
  let sum = 0
  for (const { term, weight } of terms) {
    let packed = term < 0 ? 0 : postings.packed(document, term)
    if (own !== undefined) packed = minus(packed, own.field, own[channel].get(term) ?? 0)
    if (packed > 0) sum += weight * saturated(packed, lengths, 0, means)
  }
  return sum
}

/** The terms worth walking: all in a small library, the rare ones in a large one, the rarest when none is rare. */
function rareOf(postings: Postings, terms: readonly QueryTerm[], share: number): readonly QueryTerm[] {
  if (postings.size < LARGE) return terms
  const rare = terms.filter(({ term }) => postings.frequency(term) <= postings.size * share)
  if (rare.length > 0) return rare
  return [...terms].sort((a, b) => postings.frequency(a.term) - postings.frequency(b.term)).slice(0, 1)
}

/** Room for scores that is used again from request to request. */
export class Scratch {
  #scores = new Float64Array(0)

  /** The best `k` documents by the BM25F of some terms. */
  best(
    postings: Postings,
    terms: readonly QueryTerm[],
    k: number,
    order: (a: Candidate, b: Candidate) => number,
  ): Candidate[] {
    if (this.#scores.length < postings.slots) this.#scores = new Float64Array(postings.slots * 2)
    const scores = this.#scores
    const touched: number[] = []
    const means = postings.means()
    for (const { term, weight } of terms) if (term >= 0) postings.accumulate(term, weight, means, scores, touched)
    let kept: Candidate[] = []
    let floor = 0
    for (const document of touched) {
      const score = scores[document]!
      scores[document] = 0
      if (score < floor) continue
      kept.push({ document, score })
      if (kept.length < k * 4 + 64) continue
      kept = kept.sort(order).slice(0, k)
      floor = kept.at(-1)?.score ?? 0
    }
    return kept.sort(order).slice(0, k)
  }
}
