/**
 * Looks up the embedding of a text, a unit vector; undefined if there is none. All vectors of one look-up share a
 * space.
 */
export type Vectors = (text: string) => Float32Array | undefined

/** The cosine of two unit vectors: 1 for equal ones, about 0 for unrelated texts, 0 for different dimensions. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** Scales a vector to length 1 in place and returns it; a zero vector is left as it is. */
export function unit(vector: Float32Array): Float32Array {
  let sum = 0
  for (const part of vector) sum += part * part
  if (sum > 0) {
    const length = Math.sqrt(sum)
    for (let i = 0; i < vector.length; i++) vector[i]! /= length
  }
  return vector
}
