import type { EmbeddingNormalisation } from './normalisation.ts'

/** A space as little-endian 32-bit floats: the number of directions, the factors, the mean, the directions. */
export function encodeNormalisation({ mean, directions, factors }: EmbeddingNormalisation): Uint8Array {
  const numbers = [factors.length, ...factors, ...mean, ...directions.flatMap((direction) => [...direction])]
  return new Uint8Array(Float32Array.from(numbers).buffer)
}

/** Decodes the result of `encodeNormalisation`; undefined for anything else. */
export function decodeNormalisation(bytes: Uint8Array): EmbeddingNormalisation | undefined {
  if (bytes.length < 8 || bytes.length % 4 !== 0) return undefined
  // A copy, because a Float32Array needs an offset that is a multiple of 4 bytes.
  const numbers = new Float32Array(new Uint8Array(bytes).buffer)
  const count = numbers[0]!
  const dimension = (numbers.length - 1 - count) / (count + 1)
  if (!Number.isInteger(count) || count < 0 || !Number.isInteger(dimension) || dimension < 1) return undefined
  const part = (at: number): Float32Array => numbers.slice(1 + count + at * dimension, 1 + count + (at + 1) * dimension)
  return {
    factors: [...numbers.slice(1, 1 + count)],
    mean: part(0),
    directions: Array.from({ length: count }, (_, at) => part(at + 1)),
  }
}
