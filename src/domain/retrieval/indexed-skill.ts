import { countIn, FIELDS, type Field, minus, plusOne, type Side, type SkillText, texts } from './fields.ts'
import { grams } from './grams.ts'
import { termHashes } from './terms.ts'

/** What an index keeps of one side of a skill's text. */
export interface IndexedText {
  /** Distinct terms, ascending, and how often each stands in each field, packed. */
  readonly terms: Uint32Array
  readonly counts: Uint16Array
  /** Terms in each field. */
  readonly lengths: readonly number[]
  /** The terms of its name, its triggers and its examples, in this order, one list a phrase. */
  readonly phrases: readonly Uint32Array[]
}

export interface IndexedSkill extends Readonly<Record<Side, IndexedText>> {
  readonly id: string
  /** How many of its phrases are triggers. */
  readonly triggers: number
}

const LONGEST_FIELD = 8192
/** Maximum number of phrases of one field. */
const MOST_PHRASES = 100
const PHRASE_FIELDS: readonly Field[] = ['name', 'triggers', 'examples']

export function indexedSkill(skill: SkillText): IndexedSkill {
  return {
    id: skill.id,
    triggers: Math.min(MOST_PHRASES, texts(skill, 'triggers').length),
    words: indexedText(skill, termHashes),
    grams: indexedText(skill, grams),
  }
}

/** How often a term stands in each field of a skill, packed; 0 where it does not, or without the given occurrences. */
export function countsOf({ terms, counts }: IndexedText, term: number): number {
  let low = 0
  for (let high = terms.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (terms[middle]! < term) low = middle + 1
    else high = middle
  }
  return terms[low] === term ? counts[low]! : 0
}

/** `countsOf` without some occurrences in one field. */
export const countsWithout = (text: IndexedText, term: number, field: number, less: number): number =>
  minus(countsOf(text, term), field, less)

export function phraseField({ triggers }: IndexedSkill, phrase: number): Field {
  if (phrase === 0) return 'name'
  return phrase <= triggers ? 'triggers' : 'examples'
}

/** The terms of each field, each as often as it is counted, in no particular order. */
export const termsByField = ({ terms, counts }: IndexedText): readonly (readonly number[])[] =>
  FIELDS.map((_, field) => {
    const found: number[] = []
    for (let i = 0; i < terms.length; i++) for (let n = countIn(counts[i]!, field); n > 0; n--) found.push(terms[i]!)
    return found
  })

function indexedText(skill: SkillText, split: (text: string, limit: number) => readonly number[]): IndexedText {
  const counts = new Map<number, number>()
  const lengths = FIELDS.map((field, at) => {
    const found = split(texts(skill, field).join('\n'), LONGEST_FIELD)
    for (const term of found) counts.set(term, plusOne(counts.get(term) ?? 0, at))
    return found.length
  })
  const terms = Uint32Array.from(counts.keys()).sort()
  return {
    terms,
    counts: Uint16Array.from(terms, (term) => counts.get(term)!),
    lengths,
    phrases: PHRASE_FIELDS.flatMap((field) =>
      texts(skill, field)
        .slice(0, MOST_PHRASES)
        .map((text) => Uint32Array.from(split(text, LONGEST_FIELD))),
    ),
  }
}

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
