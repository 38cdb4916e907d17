import { unit } from './vectors.ts'

/**
 * A unit vector in one byte a dimension, as it is kept: a quarter of the room. What is lost moves a cosine by less than
 * .01 (tested); callers use the unpacked vector, so that a result does not depend on where it came from.
 */
export function pack(vector: Float32Array): Uint8Array {
  let most = 0
  for (const part of vector) most = Math.max(most, Math.abs(part))
  const scale = most === 0 ? 0 : MOST / most
  const packed = new Int8Array(vector.length)
  for (let i = 0; i < vector.length; i++) packed[i] = Math.round(vector[i]! * scale)
  return new Uint8Array(packed.buffer)
}

/** The unit vector that was packed, but for rounding. */
export function unpack(bytes: Uint8Array): Float32Array {
  return unit(Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
}

const MOST = 127
