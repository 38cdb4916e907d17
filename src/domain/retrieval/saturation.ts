import { countIn, FIELDS, K1, NORM, SHIFT, WEIGHT } from './fields.ts'

/**
 * Saturated, length-normalised, field-weighted frequency of BM25F. `lengths` holds the document's field lengths from
 * `at` on.
 */
export function saturated(packed: number, lengths: ArrayLike<number>, at: number, means: Float64Array): number {
  let frequency = 0
  for (let field = 0, rest = packed; rest !== 0; field++) {
    frequency += WEIGHT[field]! * countIn(packed, field)
    rest = packed >>> SHIFT[field + 1]!
  }
  frequency /= lengthNorm(lengths, at, means)
  return frequency / (K1 + frequency)
}

/** What the frequencies of a document are divided by: above 1 for one that is longer than the mean. */
export function lengthNorm(lengths: ArrayLike<number>, at: number, means: Float64Array): number {
  let length = 0
  let mean = 0
  for (let field = 0; field < FIELDS.length; field++) {
    length += lengths[at + field]!
    mean += means[field]!
  }
  return 1 - NORM + (NORM * length) / mean
}
