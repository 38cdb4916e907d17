import { STOPWORDS } from '../stopwords.ts'
import { countIn, FIELDS, K1, NORM, WEIGHT } from './fields.ts'
import type { Postings } from './postings.ts'
import { terms } from './terms.ts'

/** A request as the index sees it: its distinct terms in reading order, with their weights. */
export interface Query {
  readonly terms: readonly QueryTerm[]
}

export interface QueryTerm {
  readonly surface: string
  readonly hash: number
  /** Number in the postings, -1 when no skill has it. */
  readonly term: number
  /** Inverse document frequency times the occurrences in the request. */
  readonly weight: number
}

/** A document and its BM25F score. */
export interface Candidate {
  readonly document: number
  readonly score: number
}

/** Reads a request against the postings. */
export function read(postings: Postings, text: string): Query {
  const found = new Map<number, QueryTerm>()
  for (const { hash, surface } of terms(text.slice(0, LONGEST_REQUEST))) {
    const before = found.get(hash)
    if (before !== undefined) continue
    const term = postings.find(hash)
    found.set(hash, { surface, hash, term, weight: inverseFrequency(postings, term, hash) })
  }
  return { terms: [...found.values()] }
}

/** The best `k` documents for a request by BM25F, best first; `order` decides between equal scores. */
export function candidates(
  postings: Postings,
  query: Query,
  k: number,
  order: (a: number, b: number) => number,
): Candidate[] {
  const scores = new Float64Array(postings.slots)
  const touched: number[] = []
  const means = postings.means()
  for (const { term, weight } of query.terms) {
    if (term < 0) continue
    postings.each(term, (document, packed) => {
      if (scores[document] === 0) touched.push(document)
      scores[document]! += weight * saturated(packed, postings, document, means)
    })
  }
  return best(touched, scores, k, order)
}

/** Pastes beyond this many characters are read no further. */
const LONGEST_REQUEST = 8192
const STOP = new Set(STOPWORDS.flatMap((word) => terms(word).map(({ hash }) => hash)))
/** A word that is everywhere in the language is nowhere evidence, however small the library. */
const STOP_SHARE = 0.12
/** Documents of the world outside: with none, a library of one skill would know no rare word. */
const BACKGROUND = 50

/** Inverse document frequency, always positive, with a background that keeps tiny libraries sane. */
export function inverseFrequency(postings: Postings, term: number, hash: number): number {
  const share = (postings.frequency(term) + 0.5) / (postings.size + BACKGROUND)
  return Math.log(1 + 1 / share) * (STOP.has(hash) ? STOP_SHARE : 1)
}

/** The saturated, length-normalised, field-weighted frequency of a term in a document. */
function saturated(packed: number, postings: Postings, document: number, means: Float64Array): number {
  let frequency = 0
  for (let field = 0; field < FIELDS.length; field++) {
    const count = countIn(packed, field)
    if (count === 0) continue
    const b = NORM[field]!
    frequency += (WEIGHT[field]! * count) / (1 - b + (b * postings.length(document, field)) / means[field]!)
  }
  return frequency / (K1 + frequency)
}

function best(
  touched: readonly number[],
  scores: Float64Array,
  k: number,
  order: (a: number, b: number) => number,
): Candidate[] {
  const found = touched.map((document) => ({ document, score: scores[document]! }))
  return found.sort((a, b) => b.score - a.score || order(a.document, b.document)).slice(0, k)
}
