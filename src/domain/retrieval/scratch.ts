import type { Postings } from './postings.ts'
import type { Tally } from './postings-state.ts'
import type { QueryTerm } from './query-term.ts'

/** A document that may answer a request, with its BM25F score over words. */
export interface Candidate {
  readonly document: number
  readonly score: number
}

/** The postings of a term with fewer documents are traversed without checking whether that can change the result. */
const WORTH_A_LOOK = 256
/** Postings traversed in the time of one lookup of a term in a document; measured. */
const LOOK_UP = 12

/** Buffers for scores, reused between requests. */
export class Scratch {
  #tally: Tally = { scores: new Float64Array(0), touched: new Uint32Array(0), count: 0 }
  #heap = new Float64Array(0)

  /**
   * The best `k` documents by the BM25F of some terms, best first. Terms are processed rarest first; once the remaining
   * ones cannot bring a new document among the best (Turtle, Flood 1995), they are only looked up in the documents that
   * still can be.
   */
  best(
    postings: Postings,
    terms: readonly QueryTerm[],
    k: number,
    order: (a: Candidate, b: Candidate) => number,
  ): Candidate[] {
    const tally = this.#room(postings.slots)
    const known = terms.filter(({ term }) => postings.frequency(term) > 0)
    let left = known.reduce((sum, { weight }) => sum + weight, 0)
    let cost = known.reduce((sum, { term }) => sum + postings.frequency(term), 0)
    let next = 0
    for (; next < known.length; next++) {
      const { term, weight } = known[next]!
      const lookUps = (known.length - next) * LOOK_UP
      if (cost > WORTH_A_LOOK && this.#narrow(k, left, Math.floor(cost / lookUps))) break
      postings.accumulate(term, weight, tally)
      left -= weight
      cost -= postings.frequency(term)
    }
    for (let i = 0; i < tally.count; i++)
      for (let at = next; at < known.length; at++) {
        const document = tally.touched[i]!
        tally.scores[document]! += known[at]!.weight * postings.impact(document, known[at]!.term)
      }
    return this.#take(k).sort(order).slice(0, k)
  }

  #room(slots: number): Tally {
    if (this.#tally.scores.length < slots)
      this.#tally = { scores: new Float64Array(slots * 2), touched: new Uint32Array(slots * 2), count: 0 }
    return this.#tally
  }

  /**
   * Drops the documents that cannot be among the best any more, if few remain and no new one can enter; true if it did.
   */
  #narrow(k: number, left: number, few: number): boolean {
    const { scores, touched, count } = this.#tally
    const floor = this.#floor(k) - ROUNDING
    if (floor <= left) return false
    let stay = 0
    for (let i = 0; i < count; i++) if (scores[touched[i]!]! + left >= floor) stay++
    if (stay > few) return false
    stay = 0
    for (let i = 0; i < count; i++) {
      const document = touched[i]!
      if (scores[document]! + left >= floor) touched[stay++] = document
      else scores[document] = 0
    }
    this.#tally.count = stay
    return true
  }

  /** Empties the tally, and returns at least its best `k`. */
  #take(k: number): Candidate[] {
    const { scores, touched, count } = this.#tally
    const floor = this.#floor(k)
    const taken: Candidate[] = []
    for (let i = 0; i < count; i++) {
      const document = touched[i]!
      const score = scores[document]!
      if (score >= floor) taken.push({ document, score })
      scores[document] = 0
    }
    this.#tally.count = 0
    return taken
  }

  /** The `k`-th best score so far, 0 when there are fewer: the root of a heap whose root is its least. */
  #floor(k: number): number {
    const { scores, touched, count } = this.#tally
    if (count < k) return 0
    if (this.#heap.length < k) this.#heap = new Float64Array(k)
    const heap = this.#heap.fill(0, 0, k)
    for (let i = 0; i < count; i++) {
      const score = scores[touched[i]!]!
      if (score > heap[0]!) sink(heap, k, score)
    }
    return heap[0]!
  }
}

/** Sums of the same numbers in another order differ by less. */
const ROUNDING = 1e-9

/** Replaces the least number of the heap. */
function sink(heap: Float64Array, size: number, value: number): void {
  let at = 0
  for (let child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && heap[child + 1]! < heap[child]!) child++
    if (heap[child]! >= value) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = value
}
