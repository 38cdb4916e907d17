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
  /** What follows from these, so that a start need not work it out. */
  readonly inverted?: InvertedState
}

export interface InvertedState {
  /** Places of the hashes in the table of the dictionary. */
  readonly places: Uint32Array
  /** Documents with a term, by term number. */
  readonly frequency: Uint32Array
  /** Where each term's postings begin, one more than there are terms. */
  readonly from: Uint32Array
  readonly documents: Uint32Array
  readonly packed: Uint16Array
  /** Lengths of all documents together, by field. */
  readonly totals: readonly number[]
}

/** Scores by document while a search goes on, and the documents that have one so far. */
export interface Tally {
  readonly scores: Float64Array
  readonly touched: Uint32Array
  count: number
}
