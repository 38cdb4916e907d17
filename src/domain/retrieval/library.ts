import type { Side } from './fields.ts'
import type { IndexedSkill } from './indexed-skill.ts'

/** Skills of a small library: no request leaves one out that has a term of it. */
export const SMALL = 30

/** The indexed skills, as ranking asks for them. Terms are given by their hashes. */
export interface Library {
  readonly size: number
  /** Whether a skill has at least one trigger or example, on average. */
  readonly hasPhrases: boolean
  /** Mean length of each field in terms of one side. */
  readonly means: Readonly<Record<Side, readonly number[]>>
  /** Number of skills that have a term. */
  frequency(side: Side, term: number): number
  /** Ids of at most `limit` skills that have any of these terms, the best by BM25 first; in a small library, which is found whole, by id. */
  nearest(side: Side, terms: readonly number[], limit: number): readonly string[]
  skill(id: string): IndexedSkill | undefined
  /** All ids, ascending. */
  ids(): readonly string[]
}

/** One distinct term of a request in one channel. `term` is -1 when no skill has it. */
export interface QueryTerm {
  readonly term: number
  readonly weight: number
  readonly surface: string
  readonly common: boolean
  /** Share of the skills that have it. */
  readonly rate: number
  /** Number of phrases of everyday chatter that contain it; 0 for grams. */
  readonly chatter: number
}
