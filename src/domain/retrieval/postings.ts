import { Dictionary } from './dictionary.ts'
import { FIELDS } from './fields.ts'
import { growing8, growing16, growing32 } from './growing.ts'

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
  /** Inverted base: documents below `#merged`, by term number. */
  #merged = 0
  #from: Uint32Array = new Uint32Array(1)
  #documents: Uint32Array = new Uint32Array(0)
  #packed: Uint16Array = new Uint16Array(0)
  #delta = new Map<number, number[]>()

  constructor(state?: PostingsState) {
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

  /** Mean length of each field over the living documents, never 0. */
  means(): Float64Array {
    return this.#totals.map((total) => Math.max(1, total / Math.max(1, this.#living)))
  }

  length(document: number, field: number): number {
    return this.#lengths.data[document * FIELDS.length + field]!
  }

  get lengths(): Uint16Array {
    return this.#lengths.data
  }

  get dead(): Uint8Array {
    return this.#dead.data
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
    // Twice as many documents between two merges each time: what one addition costs on average does not grow.
    if (document + 1 - this.#merged > this.#merged + SMALL_DELTA) this.merge()
    return document
  }

  /** Marks a document as removed and takes it out of the statistics. */
  remove(document: number): void {
    if (this.#dead.data[document] !== 0) return
    this.#account(document, -1)
    this.#dead.data[document] = 1
  }

  /** Calls back for every living document that holds a term, with its packed counts. */
  each(term: number, visit: (document: number, packed: number) => void): void {
    const dead = this.#dead.data
    if (term + 1 < this.#from.length) {
      const end = this.#from[term + 1]!
      for (let i = this.#from[term]!; i < end; i++) {
        const document = this.#documents[i]!
        if (dead[document] === 0) visit(document, this.#packed[i]!)
      }
    }
    for (const entry of this.#delta.get(term) ?? []) {
      const document = Math.floor(entry / COUNT_BITS)
      if (dead[document] === 0) visit(document, entry % COUNT_BITS)
    }
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

  /** Takes the delta into the base: one counting sort over all terms of all documents. */
  merge(): void {
    const terms = this.#terms.data
    const from = new Uint32Array(this.#dictionary.size + 1)
    for (let i = 0; i < this.#terms.length; i++) from[terms[i]! + 1]!++
    for (let term = 0; term < this.#dictionary.size; term++) from[term + 1]! += from[term]!
    const next = from.slice()
    this.#documents = new Uint32Array(this.#terms.length)
    this.#packed = new Uint16Array(this.#terms.length)
    for (let document = 0; document < this.#dead.length; document++) {
      const end = this.#starts.data[document + 1]!
      for (let i = this.#starts.data[document]!; i < end; i++) {
        const place = next[terms[i]!]!++
        this.#documents[place] = document
        this.#packed[place] = this.#counts.data[i]!
      }
    }
    this.#from = from
    this.#merged = this.#dead.length
    this.#delta = new Map()
  }

  /** The living documents alone, in the order given by their present numbers; terms that nobody has any more go. */
  compacted(documents: readonly number[]): PostingsState {
    const renumbered = new Map<number, number>()
    const known = this.#dictionary.hashes()
    const hashes = growing32()
    const starts = growing32()
    const terms = growing32()
    const counts = growing16()
    const lengths = growing16()
    starts.push(0)
    for (const document of documents) {
      const end = this.#starts.data[document + 1]!
      const entries: [number, number][] = []
      for (let i = this.#starts.data[document]!; i < end; i++) {
        const term = this.#terms.data[i]!
        let renamed = renumbered.get(term)
        if (renamed === undefined) {
          renamed = hashes.length
          renumbered.set(term, renamed)
          hashes.push(known[term]!)
        }
        entries.push([renamed, this.#counts.data[i]!])
      }
      for (const [term, packed] of entries.sort((a, b) => a[0] - b[0])) {
        terms.push(term)
        counts.push(packed)
      }
      starts.push(terms.length)
      for (let field = 0; field < FIELDS.length; field++) lengths.push(this.length(document, field))
    }
    return {
      hashes: hashes.items(),
      starts: starts.items(),
      terms: terms.items(),
      counts: counts.items(),
      lengths: lengths.items(),
    }
  }

  #account(document: number, sign: 1 | -1): void {
    const end = this.#starts.data[document + 1]!
    for (let i = this.#starts.data[document]!; i < end; i++) this.#frequency.data[this.#terms.data[i]!]! += sign
    for (let field = 0; field < FIELDS.length; field++) this.#totals[field]! += sign * this.length(document, field)
    this.#living += sign
  }
}
