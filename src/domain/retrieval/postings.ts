import { Dictionary } from './dictionary.ts'
import { FIELDS, minus } from './fields.ts'
import { growing8, growing16, growing32 } from './growing.ts'
import { invert } from './inverting.ts'
import { impact, Norms, stepped } from './norms.ts'
import type { Document, InvertedState, PostingsState, Tally } from './postings-state.ts'
import type { QueryTerm } from './query-term.ts'
import { LARGE, worthWalking } from './walking.ts'

/** Deltas smaller than this many documents are never merged on their own. */
const SMALL_DELTA = 1024
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
  readonly #frequency
  /** Forward: where each document's terms begin, one more than there are documents. */
  readonly #starts
  readonly #terms
  readonly #counts
  readonly #lengths
  #dead = growing8()
  readonly #totals = new Float64Array(FIELDS.length)
  #living = 0
  #means: Float64Array | undefined
  readonly #norms = new Norms()
  /** Inverted base: documents below `#merged`, by term number. */
  #merged = 0
  #from = growing32(new Uint32Array(1))
  #documents = growing32()
  #packed = growing16()
  #delta = new Map<number, number[]>()

  constructor(frequent: number, state?: PostingsState) {
    this.#frequent = frequent
    const inverted = state?.inverted
    this.#dictionary = new Dictionary(state?.hashes, inverted?.places)
    this.#frequency = growing32(inverted?.frequency)
    this.#starts = growing32(state?.starts)
    this.#terms = growing32(state?.terms)
    this.#counts = growing16(state?.counts)
    this.#lengths = growing16(state?.lengths)
    if (state === undefined) this.#starts.push(0)
    if (inverted !== undefined) {
      this.#takeOver(inverted)
      return
    }
    for (let i = 0; i < this.#dictionary.size; i++) this.#frequency.push(0)
    for (let document = 0; document < this.#starts.length - 1; document++) {
      this.#dead.push(0)
      this.#account(document, 1)
    }
    if (state !== undefined) this.merge()
  }

  /** Takes what was worked out before as it is. */
  #takeOver({ from, documents, packed, totals }: InvertedState): void {
    this.#living = this.#starts.length - 1
    this.#dead = growing8(new Uint8Array(this.#living))
    this.#totals.set(totals)
    this.#from = growing32(from)
    this.#documents = growing32(documents)
    this.#packed = growing16(packed)
    this.#merged = this.#living
  }

  /** What a start would have to work out; for documents that were all there from the beginning. */
  inverted(): InvertedState {
    return {
      places: this.#dictionary.places,
      frequency: this.#frequency.whole(),
      from: this.#from.whole(),
      documents: this.#documents.whole(),
      packed: this.#packed.whole(),
      totals: [...this.#totals],
    }
  }

  /** Loads what is not loaded yet. */
  readAll(): void {
    this.#dictionary.readAll()
    const forward = [this.#starts, this.#terms, this.#counts, this.#lengths]
    for (const items of [...forward, this.#frequency, this.#from, this.#documents, this.#packed]) items.needAll()
  }

  /** Living documents. */
  get size(): number {
    return this.#living
  }

  /** Document numbers assigned so far, including removed documents. */
  get slots(): number {
    return this.#dead.length
  }

  /** Bytes of the typed arrays; documents added since the last merge take more space until the next one. */
  get bytes(): number {
    const kept = [this.#dictionary, this.#frequency, this.#starts, this.#terms, this.#counts, this.#lengths, this.#dead]
    const all = [...kept, this.#from, this.#documents, this.#packed]
    return all.reduce((sum, { bytes }) => sum + bytes, this.#norms.bytes)
  }

  /** Pairs of a term and a document. */
  get pairs(): number {
    return this.#terms.length
  }

  /** The number of a term, or -1 when no document ever had it. */
  find(hash: number): number {
    return this.#dictionary.find(hash)
  }

  /** The number of a term; assigns the next one to a new term. */
  intern(hash: number): number {
    const term = this.#dictionary.intern(hash)
    if (term === this.#frequency.length) this.#frequency.push(0)
    return term
  }

  /** Living documents that hold a term. */
  frequency(term: number): number {
    return term < 0 ? 0 : this.#frequency.at(term)
  }

  /** Mean length of each field over the documents in use, never 0; updated in steps. */
  means(): Float64Array {
    this.#means ??= this.#totals.map((total) => stepped(Math.max(1, total / Math.max(1, this.#living))))
    return this.#means
  }

  length(document: number, field: number): number {
    return this.#lengths.at(document * FIELDS.length + field)
  }

  /** The lengths of a document's fields. */
  lengthsOf(document: number): Uint16Array {
    return this.#lengths.slice(document * FIELDS.length, (document + 1) * FIELDS.length)
  }

  /** The hash of a term. */
  hash(term: number): number {
    return this.#dictionary.hash(term)
  }

  /** Distinct terms so far. */
  get vocabulary(): number {
    return this.#dictionary.size
  }

  /** Adds a document and returns its number, in time proportional to its text. */
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
    // Merging after growth by a quarter keeps the average cost of an addition constant.
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
    // Local variables, since this is the innermost loop of a search.
    const [documents, packed] = [this.#documents.data, this.#packed.data]
    const end = term + 1 < this.#from.length ? this.#from.at(term + 1) : 0
    const start = end === 0 ? 0 : this.#from.at(term)
    this.#documents.need(start, end)
    this.#packed.need(start, end)
    for (let i = start; i < end; i++) {
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

  /** The length-normalisation factor of each field in every document. */
  #factors(): Float64Array {
    this.#lengths.need(0, this.#lengths.length)
    return this.#norms.upTo(this.slots, this.means(), this.#lengths.data, this.#dead.data)
  }

  /** The packed count of a term in a document; 0 if it does not occur. */
  packed(document: number, term: number): number {
    let low = this.#starts.at(document)
    const end = this.#starts.at(document + 1)
    let high = end
    this.#terms.need(low, high)
    const terms = this.#terms.data
    while (low < high) {
      const middle = (low + high) >>> 1
      if (terms[middle]! < term) low = middle + 1
      else high = middle
    }
    return low < end && terms[low] === term ? this.#counts.at(low) : 0
  }

  /** The packed count minus some occurrences in one field. */
  withheld(document: number, term: number, field: number, less: number): number {
    return minus(this.packed(document, term), field, less)
  }

  /** Merges the added documents into the base, by one counting sort over all terms of all documents. */
  merge(): void {
    for (const items of [this.#frequency, this.#terms, this.#counts]) items.needAll()
    const lists = invert({
      starts: this.#starts.whole(),
      terms: this.#terms.data,
      counts: this.#counts.data,
      listed: Uint8Array.from({ length: this.#dictionary.size }, (_, term) => (this.#isListed(term) ? 1 : 0)),
    })
    this.#from = growing32(lists.from)
    this.#documents = growing32(lists.documents)
    this.#packed = growing16(lists.packed)
    this.#merged = this.#dead.length
    this.#delta = new Map()
  }

  /** The terms whose postings are traversed to find documents, the rarest first. */
  rare(terms: readonly QueryTerm[]): readonly QueryTerm[] {
    return worthWalking(terms, (term) => this.frequency(term), { documents: this.#living, frequent: this.#frequent })
  }

  /** Whether a term has a list of documents: terms that are rare now or may be at the next merge. */
  #isListed(term: number): boolean {
    return this.#living < 2 * LARGE || this.frequency(term) <= 2 * this.#frequent * this.#living
  }

  /** The terms of a document, ascending. */
  termsOf(document: number): Uint32Array {
    return this.#terms.slice(this.#starts.at(document), this.#starts.at(document + 1))
  }

  /** Their packed counts, in the same order. */
  countsOf(document: number): Uint16Array {
    return this.#counts.slice(this.#starts.at(document), this.#starts.at(document + 1))
  }

  #account(document: number, sign: 1 | -1): void {
    const terms = this.termsOf(document)
    for (let i = 0; i < terms.length; i++) this.#frequency.add(terms[i]!, sign)
    for (let field = 0; field < FIELDS.length; field++) this.#totals[field]! += sign * this.length(document, field)
    this.#living += sign
    this.#means = undefined
  }
}
