import type { Counts } from '../../domain/hydration.ts'
import type { Seen } from '../../domain/visibility.ts'
import type { SkillRecord } from '../skill-records.ts'

/** Reads of a few skills, without reading all rows. */
export interface SkillLookups {
  skills(): Promise<readonly SkillRecord[]>
  skill(name: string): Promise<SkillRecord | undefined>
  /** Skills whose name or id equals this text, or begins with it in lower case. */
  skillsLike(reference: string): Promise<readonly SkillRecord[]>
  /** Skills with these names. */
  skillsNamed(names: readonly string[]): Promise<readonly SkillRecord[]>
  /** Recorded outcomes of skills that were offered, with the fields that decide whether they may be offered. */
  usedSkills(): Promise<readonly (SkillSeen & Counts)[]>
  /** A sample of at most `limit` skills, which varies with `seed`. */
  someSkills(seed: number, limit: number): Promise<readonly SkillSeen[]>
  /**
   * Number of skills in each status, by whether they need a review; with `altered` also how many of them were altered
   * since one, for which every row is read.
   */
  statusCounts(
    by?: 'altered',
  ): Promise<readonly (Omit<StatusAndReview, 'altered'> & { readonly count: number; readonly altered?: number })[]>
  /** Skills of a status, newest first, at most `limit`, without the first `offset`. */
  newestSkills(of: StatusAndReview, limit: number, offset?: number): Promise<readonly SkillRecord[]>
}

export type StatusAndReview = Pick<SkillRecord, 'status' | 'needsReview'> & Partial<Pick<SkillRecord, 'altered'>>

/** The fields that tell whether a skill's folder matches its row, and whether it may be offered. */
export type SkillSeen = Omit<Seen, 'digest' | 'rules' | 'altered'> &
  Pick<SkillRecord, 'digest' | 'stamp' | 'rules' | 'altered'>
