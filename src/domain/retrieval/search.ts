import { remembered } from '../remembered.ts'
import { bestCandidateFeatures } from './best-candidate-features.ts'
import { candidates } from './candidates.ts'
import { worth } from './choice.ts'
import { FEATURES, type Feature, features } from './features.ts'
import { countIn, FIELDS, type Field } from './fields.ts'
import { countsOf } from './indexed-skill.ts'
import { type Model, POOL } from './learning.ts'
import type { Library } from './library.ts'
import { probability } from './logit.ts'
import { BARE, PHRASED } from './prior.ts'
import { type Query, readQuery } from './query.ts'

/** A skill for a text. The relevance of the first hit is the probability that it is the right one. */
export interface Hit {
  readonly id: string
  readonly relevance: number
}

export interface Explained extends Hit {
  /** BM25F over words, before the candidates were ranked again. */
  readonly score: number
  /** The words of the request that the skill has, where, and how much of the request each is. */
  readonly words: readonly { readonly word: string; readonly fields: readonly Field[]; readonly share: number }[]
  /** What each feature added to the value by which candidates are ordered. */
  readonly parts: Readonly<Record<Feature, number>>
}

/**
 * The best `k` skills for a text, best first; ties by id. A text without a known word finds nothing. Without a `model`
 * that was fitted to the library, one that was learned from others. What is not `isIn` is left out, and no rival of others.
 */
export function search(
  library: Library,
  text: string,
  k: number,
  {
    isIn = () => true,
    model = priorFor(library),
  }: { readonly isIn?: (id: string) => boolean; readonly model?: Model | undefined } = {},
): readonly Explained[] {
  const query = readQuery(library, text)
  const found = k <= 0 ? [] : candidates(library, query, Math.max(POOL, k), remembered(isIn))
  if (found.length === 0) return []
  const rows = features(library, query, found)
  const values = rows.map((row) => worth(model.ranking, row))
  const sure = probability(model.relevance, bestCandidateFeatures(library.size, query, rows, values))
  const most = Math.max(...values)
  return found
    .map((candidate, at) => ({ ...candidate, row: rows[at]!, value: values[at]! }))
    .sort((a, b) => b.value - a.value || (a.skill.id < b.skill.id ? -1 : 1))
    .slice(0, k)
    .map(({ skill, score, row, value }) => ({
      id: skill.id,
      // Proportional to the odds of the ranking: a candidate half as likely as the first is half as relevant.
      relevance: sure * Math.exp(value - most),
      score,
      words: sharedWords(query, (term) => countsOf(skill.words, term)),
      parts: partsOf(model, row),
    }))
}

/** What a library starts from; it depends on whether the skills have triggers or examples. */
export const priorFor = ({ hasPhrases }: Pick<Library, 'hasPhrases'>): Model => (hasPhrases ? PHRASED : BARE)

function sharedWords({ words }: Query, countsIn: (term: number) => number): Explained['words'] {
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1
  return words.flatMap(({ term, surface, weight }) => {
    const packed = term < 0 ? 0 : countsIn(term)
    if (packed === 0) return []
    return [{ word: surface, fields: FIELDS.filter((_, at) => countIn(packed, at) > 0), share: weight / total }]
  })
}

const partsOf = ({ ranking }: Model, row: Float64Array): Explained['parts'] =>
  Object.fromEntries(FEATURES.map((feature, at) => [feature, ranking[at]! * row[at]!])) as Record<Feature, number>
