/** The meaning of a text as a unit vector, where it is known; all that one look-up gives are of one space. */
export type Vectors = (text: string) => Float32Array | undefined

/** How near two meanings are: the cosine of unit vectors, 1 for the same, about 0 for texts that have nothing in common. */
export function nearness(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** The vector at length 1, in place; one of length 0 stays. */
export function unit(vector: Float32Array): Float32Array {
  let sum = 0
  for (const part of vector) sum += part * part
  if (sum > 0) {
    const length = Math.sqrt(sum)
    for (let i = 0; i < vector.length; i++) vector[i]! /= length
  }
  return vector
}
