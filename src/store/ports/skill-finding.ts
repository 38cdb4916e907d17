import type { Explained, Toward } from '../../domain/retrieval/search.ts'
import type { OfferRule } from '../../domain/visibility.ts'

/** Finds skills by their text, which is indexed in the transaction that changes it. */
export interface SkillFinding {
  /** The best `k` of the skills that may be offered by a rule, best first; see `search`. */
  nearestSkills(text: string, k: number, how: Finding): Promise<readonly Explained[]>
  /**
   * Indexes some skills where not all are, as after an upgrade or a restore; returns whether all were. Another process
   * may do the same.
   */
  indexSkills(): Promise<boolean>
  /** Works a little on fitting the ranking, where enough skills changed since the last fit; returns whether more is left. */
  fitRanking(): Promise<boolean>
}

export interface Finding {
  readonly offer: OfferRule
  /** Other evidence for a skill. */
  readonly toward?: Toward | undefined
}
