import { countIn, FIELDS, K1, NORM, SHIFT, WEIGHT } from './fields.ts'

/** Saturated, length-normalised, field-weighted frequency of BM25F, in [0, 1), of packed counts. */
export function saturated(packed: number, lengths: readonly number[], means: readonly number[]): number {
  let frequency = 0
  for (let field = 0, rest = packed; rest !== 0; field++) {
    frequency += WEIGHT[field]! * countIn(packed, field)
    rest = packed >>> SHIFT[field + 1]!
  }
  frequency /= lengthNorm(lengths, means)
  return frequency / (K1 + frequency)
}

/** What the frequencies of a skill are divided by: above 1 for one that is longer than the mean. */
function lengthNorm(lengths: readonly number[], means: readonly number[]): number {
  let length = 0
  let mean = 0
  for (let field = 0; field < FIELDS.length; field++) {
    length += lengths[field]!
    mean += means[field]!
  }
  return 1 - NORM + (NORM * length) / mean
}
