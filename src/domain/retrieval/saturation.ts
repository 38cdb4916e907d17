import { countIn, K1, NORM, SHIFT, WEIGHT } from './fields.ts'

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
