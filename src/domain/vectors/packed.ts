import { unit } from './cosine.ts'

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
