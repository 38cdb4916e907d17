import type { Features } from './request.ts'

/** 32-bit words of a sketch: 512 bits for the 60 to 70 n-grams of a usual request. */
const WORDS = 16

/** The bit set of n-gram hashes: bit `hash mod 512` for each. */
export function sketchOf(grams: Uint32Array): Uint32Array {
  const sketch = new Uint32Array(WORDS)
  for (const gram of grams) sketch[(gram >>> 5) % WORDS]! |= 1 << (gram & 31)
  return sketch
}

/** An upper bound of the n-grams that two requests share: common bits plus the smaller number of hash collisions. */
export function mostShared(a: Features, b: Features): number {
  let common = 0
  for (let i = 0; i < WORDS; i++) common += bitsInWord(a.sketch[i]! & b.sketch[i]!)
  return common + Math.min(a.unsketched, b.unsketched)
}

export function bitsIn(sketch: Uint32Array): number {
  let bits = 0
  for (const word of sketch) bits += bitsInWord(word)
  return bits
}

function bitsInWord(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
