import { createHash } from 'node:crypto'

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

/**
 * Quantises a unit vector to one signed byte per dimension, a quarter of its size. The error of a cosine is below .01
 * (tested); callers also use the unpacked form of a fresh vector, so that results do not depend on the cache.
 */
export function pack(vector: Float32Array): Uint8Array {
  let most = 0
  for (const part of vector) most = Math.max(most, Math.abs(part))
  const scale = most === 0 ? 0 : MOST / most
  const packed = new Int8Array(vector.length)
  for (let i = 0; i < vector.length; i++) packed[i] = Math.round(vector[i]! * scale)
  return new Uint8Array(packed.buffer)
}

/** The unit vector that was packed, up to the quantisation error. */
export function unpack(bytes: Uint8Array): Float32Array {
  return unit(Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
}

const MOST = 127

/** The key under which a text's vector is stored: 132 bits of SHA-256, base64url. */
export const textKey = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
