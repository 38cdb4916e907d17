import { Dictionary } from './dictionary.ts'
import { FIELDS, minus } from './fields.ts'
import { growing8, growing16, growing32 } from './growing.ts'
import { impact, Norms, stepped } from './norms.ts'
import type { QueryTerm } from './query-term.ts'

/** What is kept of one document: its distinct terms with packed counts per field, and the lengths of its fields. */
export interface Document {
  readonly counts: ReadonlyMap<number, number>
  readonly lengths: readonly number[]
}

/** The state of the postings as typed arrays: the forward side only, since the inverted one follows from it. */
export interface PostingsState {
  readonly hashes: Uint32Array
  readonly starts: Uint32Array
  readonly terms: Uint32Array
  readonly counts: Uint16Array
  readonly lengths: Uint16Array
}

/** Scores by document while a search goes on, and the documents that have one so far. */
export interface Tally {
  readonly scores: Float64Array
  readonly touched: Uint32Array
  count: number
}

/** Deltas smaller than this many documents are never merged on their own. */
const SMALL_DELTA = 1024
/** Postings of one channel followed in one search: half a millisecond. */
const BUDGET = 30_000
/** Libraries below this many documents are walked whole. */
const LARGE = 2000
/** A count takes 16 bits beside its document in one number of the delta. */
const COUNT_BITS = 65_536

/**
 * An inverted file over packed term counts. A base of flat arrays, a delta of lists for what was added since, and marks
 * for what was removed; terms per document are kept too, for exact statistics and for features.
 */
export class Postings {
  readonly #dictionary: Dictionary
  /** In a large library terms in more than this share of the documents find no new document. */
  readonly #frequent: number
  /** Living documents with a term, by term number. */
  readonly #frequency = growing32()
  /** Forward: where each document's terms begin, one more than there are documents. */
  readonly #starts
  readonly #terms
  readonly #counts
  readonly #lengths
  readonly #dead = growing8()
  readonly #totals = new Float64Array(FIELDS.length)
  #living = 0
  #means: Float64Array | undefined
  readonly #norms = new Norms()
  /** Inverted base: documents below `#merged`, by term number. */
  #merged = 0
  #from: Uint32Array = new Uint32Array(1)
  #documents: Uint32Array = new Uint32Array(0)
  #packed: Uint16Array = new Uint16Array(0)
  #delta = new Map<number, number[]>()

  constructor(frequent: number, state?: PostingsState) {
    this.#frequent = frequent
    this.#dictionary = new Dictionary(state?.hashes)
    this.#starts = growing32(state?.starts)
    this.#terms = growing32(state?.terms)
    this.#counts = growing16(state?.counts)
    this.#lengths = growing16(state?.lengths)
    if (state === undefined) this.#starts.push(0)
    for (let i = 0; i < this.#dictionary.size; i++) this.#frequency.push(0)
    for (let document = 0; document < this.#starts.length - 1; document++) {
      this.#dead.push(0)
      this.#account(document, 1)
    }
    if (state !== undefined) this.merge()
  }

  /** Living documents. */
  get size(): number {
    return this.#living
  }

  /** Document numbers given so far, the removed ones included. */
  get slots(): number {
    return this.#dead.length
  }

  /** Bytes of the typed arrays; what was added since the last merge takes more until the next one. */
  get bytes(): number {
    const kept = [this.#dictionary, this.#frequency, this.#starts, this.#terms, this.#counts, this.#lengths, this.#dead]
    const inverted = this.#from.byteLength + this.#documents.byteLength + this.#packed.byteLength
    return kept.reduce((sum, { bytes }) => sum + bytes, inverted + this.#norms.bytes)
  }

  /** Pairs of a term and a document. */
  get pairs(): number {
    return this.#terms.length
  }

  /** The number of a term, or -1 when no document ever had it. */
  find(hash: number): number {
    return this.#dictionary.find(hash)
  }

  /** The number of a term, given now if it had none. */
  intern(hash: number): number {
    const term = this.#dictionary.intern(hash)
    if (term === this.#frequency.length) this.#frequency.push(0)
    return term
  }

  /** Living documents that hold a term. */
  frequency(term: number): number {
    return term < 0 ? 0 : this.#frequency.data[term]!
  }

  /** Mean length of each field over the living documents, never 0, in steps. */
  means(): Float64Array {
    this.#means ??= this.#totals.map((total) => stepped(Math.max(1, total / Math.max(1, this.#living))))
    return this.#means
  }

  length(document: number, field: number): number {
    return this.#lengths.data[document * FIELDS.length + field]!
  }

  /** The lengths of a document's fields. */
  lengthsOf(document: number): Uint16Array {
    return this.#lengths.data.subarray(document * FIELDS.length, (document + 1) * FIELDS.length)
  }

  /** The hash of a term. */
  hash(term: number): number {
    return this.#dictionary.hash(term)
  }

  /** Distinct terms so far. */
  get vocabulary(): number {
    return this.#dictionary.size
  }

  /** Adds a document and returns its number; costs what its own text costs. */
  add({ counts, lengths }: Document): number {
    const document = this.#dead.length
    for (const term of [...counts.keys()].sort((a, b) => a - b)) {
      const packed = counts.get(term)!
      this.#terms.push(term)
      this.#counts.push(packed)
      const list = this.#delta.get(term)
      const entry = document * COUNT_BITS + packed
      if (list === undefined) this.#delta.set(term, [entry])
      else list.push(entry)
    }
    this.#starts.push(this.#terms.length)
    for (let field = 0; field < FIELDS.length; field++) this.#lengths.push(Math.min(65_535, lengths[field] ?? 0))
    this.#dead.push(0)
    this.#account(document, 1)
    // A quarter more documents between two merges each time: what one addition costs on average does not grow.
    if (document + 1 - this.#merged > this.#merged / 4 + SMALL_DELTA) this.merge()
    return document
  }

  /** Marks a document as removed and takes it out of the statistics. */
  remove(document: number): void {
    if (this.#dead.data[document] !== 0) return
    this.#account(document, -1)
    this.#dead.data[document] = 1
    this.#norms.remove(document)
  }

  /** Adds weight × saturated frequency of a term to the score of every living document that holds it. */
  accumulate(term: number, weight: number, into: Tally): void {
    const norms = this.#factors()
    const { scores } = into
    // Held here: the loop is the innermost of a search.
    const [documents, packed] = [this.#documents, this.#packed]
    const end = term + 1 < this.#from.length ? this.#from[term + 1]! : 0
    for (let i = end === 0 ? 0 : this.#from[term]!; i < end; i++) {
      const document = documents[i]!
      const part = weight * impact(packed[i]!, norms, document)
      if (part === 0) continue
      if (scores[document] === 0) into.touched[into.count++] = document
      scores[document]! += part
    }
    for (const entry of this.#delta.get(term) ?? []) {
      const document = Math.floor(entry / COUNT_BITS)
      const part = weight * impact(entry % COUNT_BITS, norms, document)
      if (part === 0) continue
      if (scores[document] === 0) into.touched[into.count++] = document
      scores[document]! += part
    }
  }

  /** The BM25F score of one document. */
  score(document: number, terms: readonly QueryTerm[]): number {
    let sum = 0
    for (const { term, weight } of terms) if (term >= 0) sum += weight * this.impact(document, term)
    return sum
  }

  /** The BM25F part of one term in one document, without its weight: in [0, 1). */
  impact(document: number, term: number): number {
    const packed = this.packed(document, term)
    return packed === 0 ? 0 : impact(packed, this.#factors(), document)
  }

  /** What occurrences count for in every document. */
  #factors(): Float64Array {
    return this.#norms.upTo(this.slots, this.means(), this.#lengths.data, this.#dead.data)
  }

  /** The packed counts of a term in a document, 0 when it is not there. */
  packed(document: number, term: number): number {
    const terms = this.#terms.data
    let low = this.#starts.data[document]!
    let high = this.#starts.data[document + 1]!
    while (low < high) {
      const middle = (low + high) >>> 1
      if (terms[middle]! < term) low = middle + 1
      else high = middle
    }
    return low < this.#starts.data[document + 1]! && terms[low] === term ? this.#counts.data[low]! : 0
  }

  /** The same with some occurrences less in one field. */
  withheld(document: number, term: number, field: number, less: number): number {
    return minus(this.packed(document, term), field, less)
  }

  /** Takes the delta into the base: one counting sort over all terms of all documents. */
  merge(): void {
    const terms = this.#terms.data
    const from = new Uint32Array(this.#dictionary.size + 1)
    const listed = Uint8Array.from({ length: this.#dictionary.size }, (_, term) => (this.#isListed(term) ? 1 : 0))
    for (let i = 0; i < this.#terms.length; i++) from[terms[i]! + 1]! += listed[terms[i]!]!
    for (let term = 0; term < this.#dictionary.size; term++) from[term + 1]! += from[term]!
    const next = from.slice()
    this.#documents = new Uint32Array(from.at(-1)!)
    this.#packed = new Uint16Array(from.at(-1)!)
    for (let document = 0; document < this.#dead.length; document++) {
      const end = this.#starts.data[document + 1]!
      for (let i = this.#starts.data[document]!; i < end; i++) {
        if (listed[terms[i]!] === 0) continue
        const place = next[terms[i]!]!++
        this.#documents[place] = document
        this.#packed[place] = this.#counts.data[i]!
      }
    }
    this.#from = from
    this.#merged = this.#dead.length
    this.#delta = new Map()
  }

  /**
   * The terms worth walking to find documents: all in a small library; in a large one those of fewest documents, until
   * a budget is spent, so that a search costs no more in a library of millions.
   */
  rare(terms: readonly QueryTerm[]): readonly QueryTerm[] {
    let left = BUDGET
    const most = this.#living < LARGE ? this.#living : this.#living * this.#frequent
    return [...terms]
      .sort((a, b) => this.frequency(a.term) - this.frequency(b.term))
      .filter(({ term }) => {
        const first = left === BUDGET
        left -= this.frequency(term)
        return this.frequency(term) <= most && (first || left >= 0)
      })
  }

  /** Lists are kept for terms that are rare now or may be by the next merge. */
  #isListed(term: number): boolean {
    return this.#living < 2 * LARGE || this.frequency(term) <= 2 * this.#frequent * this.#living
  }

  /** The terms of a document, rising. */
  termsOf(document: number): Uint32Array {
    return this.#terms.data.subarray(this.#starts.data[document]!, this.#starts.data[document + 1]!)
  }

  /** Their packed counts, in the same order. */
  countsOf(document: number): Uint16Array {
    return this.#counts.data.subarray(this.#starts.data[document]!, this.#starts.data[document + 1]!)
  }

  #account(document: number, sign: 1 | -1): void {
    const end = this.#starts.data[document + 1]!
    for (let i = this.#starts.data[document]!; i < end; i++) this.#frequency.data[this.#terms.data[i]!]! += sign
    for (let field = 0; field < FIELDS.length; field++) this.#totals[field]! += sign * this.length(document, field)
    this.#living += sign
    this.#means = undefined
  }
}
