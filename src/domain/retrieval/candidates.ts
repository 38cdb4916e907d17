import { countIn, FIELDS, K1, NORM, SHIFT, type Side, WEIGHT } from './fields.ts'
import { countsOf, countsWithout, type IndexedSkill } from './indexed-skill.ts'
import { type Library, type QueryTerm, SMALL } from './library.ts'
import type { HeldOut, Query } from './query.ts'

/** A skill that may answer a request, with its BM25F score over words. */
export interface Candidate {
  readonly skill: IndexedSkill
  readonly score: number
}

/** Skills that are found by words at least, to be scored with all words of the request. */
const FOUND = 50
/** Skills found by character grams only: other forms of a word, typing errors, compounds. */
const BY_GRAMS = 8
/** How many skills may have the terms by which candidates are found, the rarest first: what a search costs; measured. */
const BUDGET: Readonly<Record<Side, number>> = { words: 2000, grams: 400 }

/** The best `k` skills by words, best first, ties by id, then a few more that only grams find. */
export function candidates(
  library: Library,
  query: Query,
  k: number,
  isIn: (id: string) => boolean = () => true,
): readonly Candidate[] {
  const scored = (ids: readonly string[]): Candidate[] =>
    ids
      .flatMap((id) => library.skill(id) ?? [])
      .map((skill) => ({ skill, score: score(library, query, skill) }))
      .sort((a, b) => b.score - a.score || (a.skill.id < b.skill.id ? -1 : 1))
  const found = scored(nearest(library, 'words', query.words, Math.max(k, FOUND), isIn)).slice(0, k)
  const known = new Set(found.map(({ skill }) => skill.id))
  const others = nearest(library, 'grams', query.grams, k + BY_GRAMS, isIn).filter((id) => !known.has(id))
  const byGrams = library.size <= SMALL ? bestByGrams(library, query, others) : others
  return [...found, ...scored(byGrams.slice(0, BY_GRAMS))]
}

/** Those of a small library come by id. */
function bestByGrams(library: Library, query: Query, ids: readonly string[]): readonly string[] {
  if (ids.length <= BY_GRAMS) return ids
  const rank = (id: string): number => sideScore(library, 'grams', query.grams, library.skill(id)!, undefined)
  return ids
    .map((id) => ({ id, rank: rank(id) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ id }) => id)
}

/** At most `k` skills by the rarest terms; where many are left out, more of the others are read. */
function nearest(
  library: Library,
  side: Side,
  terms: readonly QueryTerm[],
  k: number,
  isIn: (id: string) => boolean,
): readonly string[] {
  const rare = rarest(library, side, terms)
  for (let limit = k; rare.length > 0; limit *= 4) {
    const all = library.nearest(side, rare, limit)
    const found = all.filter(isIn)
    if (found.length >= k || all.length < limit) return found.slice(0, k)
  }
  return []
}

/** The terms by which skills are found: in a small library all, in a large one the rarest until the budget is spent. */
function rarest(library: Library, side: Side, terms: readonly QueryTerm[]): readonly number[] {
  let left = BUDGET[side]
  return terms
    .filter(({ term }) => term >= 0)
    .map(({ term }) => ({ term, skills: library.frequency(side, term) }))
    .sort((a, b) => a.skills - b.skills)
    .filter(({ skills }, at) => {
      left -= skills
      return at === 0 || left >= 0
    })
    .map(({ term }) => term)
}

/** The BM25F score of one skill over all words of a request, without a held-out phrase if it is that skill's. */
export const score = (library: Library, query: Query, skill: IndexedSkill, held?: HeldOut): number =>
  sideScore(library, 'words', query.words, skill, held)

/** The BM25F score of one skill over all words, or all character grams, of a request. */
export function sideScore(
  { means }: Library,
  side: Side,
  terms: readonly QueryTerm[],
  skill: IndexedSkill,
  held: HeldOut | undefined,
): number {
  const own = held?.skill.id === skill.id ? held : undefined
  const text = skill[side]
  const lengths =
    own === undefined ? text.lengths : text.lengths.with(own.field, text.lengths[own.field]! - own.length[side])
  let sum = 0
  for (const { term, weight } of terms) {
    if (term < 0) continue
    const counts =
      own === undefined ? countsOf(text, term) : countsWithout(text, term, own.field, own[side].get(term) ?? 0)
    if (counts > 0) sum += weight * saturated(counts, lengths, means[side])
  }
  return sum
}

/** Saturated, length-normalised, field-weighted frequency of BM25F, in [0, 1), of packed counts. */
function saturated(packed: number, lengths: readonly number[], means: readonly number[]): number {
  let frequency = 0
  for (let field = 0, rest = packed; rest !== 0; field++) {
    frequency += WEIGHT[field]! * countIn(packed, field)
    rest = packed >>> SHIFT[field + 1]!
  }
  frequency /= lengthNorm(lengths, means)
  return frequency / (K1 + frequency)
}

/** What the frequencies of a skill are divided by: above 1 for one that is longer than the mean. */
function lengthNorm(lengths: readonly number[], means: readonly number[]): number {
  let length = 0
  let mean = 0
  for (let field = 0; field < FIELDS.length; field++) {
    length += lengths[field]!
    mean += means[field]!
  }
  return 1 - NORM + (NORM * length) / mean
}
