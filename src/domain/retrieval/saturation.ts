import { countIn, FIELDS, K1, MOST, NORM, SHIFT, WEIGHT } from './fields.ts'

/**
 * Saturated, length-normalised, field-weighted frequency of BM25F. `lengths` holds the document's field lengths from
 * `at` on.
 */
export function saturated(packed: number, lengths: ArrayLike<number>, at: number, means: Float64Array): number {
  let frequency = 0
  for (let field = 0, rest = packed; rest !== 0; field++) {
    const count = countIn(packed, field)
    rest = packed >>> SHIFT[field + 1]!
    if (count === 0) continue
    const b = NORM[field]!
    frequency += (WEIGHT[field]! * count) / (1 - b + (b * lengths[at + field]!) / means[field]!)
  }
  return frequency / (K1 + frequency)
}

/** What one occurrence of a term in each field of a document counts for, for each field in turn. */
export function normalise(lengths: ArrayLike<number>, document: number, means: Float64Array, into: Float64Array): void {
  for (let field = 0, at = document * NORM.length; field < NORM.length; field++, at++) {
    const b = NORM[field]!
    into[at] = WEIGHT[field]! / (1 - b + (b * lengths[at]!) / means[field]!)
  }
}

/** The same as `saturated` from what `normalise` made of the document: the innermost loop of a search. */
export function impact(packed: number, norms: Float64Array, document: number): number {
  const at = document * FIELD_COUNT
  let frequency = 0
  if ((packed & BODY_BITS) !== 0) frequency += ((packed & BODY_BITS) >>> BODY_SHIFT) * norms[at + BODY]!
  if ((packed & ~BODY_BITS) !== 0)
    for (let field = 0; field < FIELD_COUNT; field++)
      if (field !== BODY) frequency += countIn(packed, field) * norms[at + field]!
  return frequency / (K1 + frequency)
}

const FIELD_COUNT = FIELDS.length
/** Where most occurrences are. */
const BODY = FIELDS.indexOf('body')
const BODY_SHIFT = SHIFT[BODY]!
const BODY_BITS = MOST[BODY]! << BODY_SHIFT
