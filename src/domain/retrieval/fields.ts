import { createHash } from 'node:crypto'

/** The indexed texts of a skill. Triggers and examples are lists of phrases that a person would type. */
export interface SkillText {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly triggers?: readonly string[]
  readonly body?: string
  readonly examples?: readonly string[]
}

/** The two sides of an index: words, and the character grams of words. */
export type Side = 'words' | 'grams'

export const FIELDS = ['name', 'triggers', 'description', 'body', 'examples'] as const
export type Field = (typeof FIELDS)[number]

/** Weight of each field in BM25F (Robertson, Zaragoza, Taylor 2004); measured. */
export const WEIGHT: readonly number[] = [3, 3, 2, 0.5, 3]
/**
 * Length normalisation, by the length of the whole skill: by the length of each field, a long skill that says a word
 * once in its description ranks above a short one that says it in few others (measured on two banks).
 */
export const NORM = 0.75
export const K1 = 1.5

/** Bits of each field in a packed count of 16 bits; larger counts are capped. */
const BITS = [2, 3, 3, 6, 2]
export const SHIFT: readonly number[] = [0, 2, 5, 8, 14, 16]
export const MOST: readonly number[] = BITS.map((bits) => 2 ** bits - 1)

/** Occurrences of a term in one field of a packed count. */
export const countIn = (packed: number, field: number): number => (packed >>> SHIFT[field]!) & MOST[field]!

/** A packed count minus some occurrences in a field. */
export const minus = (packed: number, field: number, less: number): number =>
  packed - (Math.min(countIn(packed, field), less) << SHIFT[field]!)

/** A packed count plus one occurrence in a field. */
export const plusOne = (packed: number, field: number): number =>
  countIn(packed, field) < MOST[field]! ? packed + (1 << SHIFT[field]!) : packed

/** The texts of one field, one a phrase. */
export function texts(skill: SkillText, field: Field): readonly string[] {
  const value = skill[field]
  // Rows from elsewhere may hold null where a field is absent.
  return value === undefined || value === null ? [] : typeof value === 'string' ? [value] : value
}

/** Digest of a skill's indexed text, which tells whether an index is up to date with its skills. */
export function textDigest({ name, description, triggers = [], body = '', examples = [] }: SkillText): string {
  const text = JSON.stringify([name, description, triggers, body, examples])
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGITS)
}

/** Characters of the digest that are kept: 96 bits in base64. */
const DIGITS = 16
