import { differs } from './action.ts'
import type { Features } from './features.ts'
import { opposed } from './polarity.ts'

/**
 * Lexical similarity, 1 for the same words: the mean of the cosine of weighted stems and the cosine of character
 * n-grams (which reflect word order and inflection), minus a penalty for opposite sides or different work. May be
 * negative.
 */
export function similarity(a: Features, b: Features): number {
  return 0.5 * termCosine(a, b) + 0.5 * gramCosine(a.grams, b.grams) - contrast(a, b)
}

/** Large enough that equal wording cannot outweigh it. */
const OPPOSITE = 0.6
/** Separates questions about a thing from orders to change it. Measured: .1 to .25 give equal results. */
const OTHER_WORK = 0.2

const contrast = (a: Features, b: Features): number =>
  opposed(a.polarity, b.polarity) ? OPPOSITE : differs(a.action, b.action) ? OTHER_WORK : 0

function termCosine(a: Features, b: Features): number {
  let sum = 0
  for (let i = 0, j = 0; i < a.terms.length && j < b.terms.length; ) {
    const left = a.terms[i]!
    const right = b.terms[j]!
    if (left === right) sum += a.weights[i]! * b.weights[j]!
    if (left <= right) i++
    if (right <= left) j++
  }
  return sum
}

/** A merge of sorted arrays without unpredictable branches: half the time of three branches (measured). */
function gramCosine(a: Uint32Array, b: Uint32Array): number {
  let shared = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const left = a[i]!
    const right = b[j]!
    shared += Number(left === right)
    i += Number(left <= right)
    j += Number(right <= left)
  }
  return shared === 0 ? 0 : shared / Math.sqrt(a.length * b.length)
}
