import { countIn, FIELDS, K1, MOST, SHIFT, WEIGHT } from './fields.ts'
import { lengthNorm } from './saturation.ts'

/**
 * What one occurrence of a term in each field counts for, by document: weight over length normalisation, made once for
 * all searches. All 0 for removed documents, who so score nothing.
 */
export class Norms {
  #factors = new Float64Array(0)
  #means: ArrayLike<number> = []
  /** Documents that have theirs. */
  #made = 0

  get bytes(): number {
    return this.#factors.byteLength
  }

  remove(document: number): void {
    if (document < this.#made) this.#clear(document)
  }

  /** The factors of the documents below `slots`, field by field; all are made anew when the means are others. */
  upTo(slots: number, means: Float64Array, lengths: ArrayLike<number>, dead: ArrayLike<number>): Float64Array {
    if (means !== this.#means) {
      if (means.some((mean, field) => mean !== this.#means[field])) this.#made = 0
      this.#means = means
    }
    if (this.#factors.length < slots * FIELDS.length) {
      const wider = new Float64Array(Math.ceil((slots + 64) * FIELDS.length * 1.25))
      wider.set(this.#factors)
      this.#factors = wider
    }
    for (; this.#made < slots; this.#made++)
      if (dead[this.#made] === 0) this.#make(this.#made, means, lengths)
      else this.#clear(this.#made)
    return this.#factors
  }

  #make(document: number, means: Float64Array, lengths: ArrayLike<number>): void {
    const from = document * FIELDS.length
    const norm = lengthNorm(lengths, from, means)
    for (let field = 0; field < FIELDS.length; field++) this.#factors[from + field] = WEIGHT[field]! / norm
  }

  #clear(document: number): void {
    this.#factors.fill(0, document * FIELDS.length, (document + 1) * FIELDS.length)
  }
}

/** The same as `saturated` from the factors of a document: the innermost loop of a search. */
export function impact(packed: number, factors: Float64Array, document: number): number {
  const at = document * FIELD_COUNT
  let frequency = 0
  if ((packed & BODY_BITS) !== 0) frequency += ((packed & BODY_BITS) >>> BODY_SHIFT) * factors[at + BODY]!
  if ((packed & ~BODY_BITS) !== 0)
    for (let field = 0; field < FIELD_COUNT; field++)
      if (field !== BODY) frequency += countIn(packed, field) * factors[at + field]!
  return frequency / (K1 + frequency)
}

const FIELD_COUNT = FIELDS.length
/** Where most occurrences are. */
const BODY = FIELDS.indexOf('body')
const BODY_SHIFT = SHIFT[BODY]!
const BODY_BITS = MOST[BODY]! << BODY_SHIFT

/**
 * A mean to the nearest of sixteen steps an octave: one document more or less hardly ever changes what others score.
 */
export const stepped = (mean: number): number => 2 ** (Math.round(Math.log2(mean) * STEPS) / STEPS)

const STEPS = 16
