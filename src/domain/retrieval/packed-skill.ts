import { FIELDS } from './fields.ts'
import type { IndexedSkill, IndexedText } from './indexed-skill.ts'

/** An indexed skill as bytes: 32-bit numbers, little-endian as every machine that Node runs on. */
export function pack({ triggers, words, grams }: IndexedSkill): Uint8Array {
  const numbers = Uint32Array.from([triggers, ...numbersOf(words), ...numbersOf(grams)])
  return new Uint8Array(numbers.buffer)
}

/** The skill that `pack` made these bytes of. */
export function unpack(id: string, bytes: Uint8Array): IndexedSkill {
  // A buffer of the driver may begin anywhere.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const numbers = new Uint32Array(buffer, byteOffset, bytes.length / 4)
  let at = 1
  const take = (count: number): Uint32Array => {
    at += count
    return numbers.subarray(at - count, at)
  }
  const text = (): IndexedText => {
    const lengths = [...take(FIELDS.length)]
    const [distinct, phrases] = take(2) as unknown as [number, number]
    const terms = take(distinct)
    const pairs = take(Math.ceil(distinct / 2))
    const counts = new Uint16Array(pairs.buffer, pairs.byteOffset, distinct)
    return { lengths, terms, counts, phrases: Array.from(take(phrases), (length) => length).map(take) }
  }
  return { id, triggers: numbers[0]!, words: text(), grams: text() }
}

/** Two counts in one number. */
function* numbersOf({ lengths, terms, counts, phrases }: IndexedText): Iterable<number> {
  yield* lengths
  yield terms.length
  yield phrases.length
  yield* terms
  for (let i = 0; i < counts.length; i += 2) yield counts[i]! + (counts[i + 1] ?? 0) * 65_536
  for (const { length } of phrases) yield length
  for (const phrase of phrases) yield* phrase
}
