import type { Counts } from '../../domain/hydration.ts'
import type { SkillSource } from '../../domain/skill.ts'
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
  /** Skills of any of these standings that pass the filter, newest first; reads those that it gives, not those before. */
  newestSkills(of: readonly StatusAndReview[], asked: NewestAsked): Promise<readonly SkillRecord[]>
}

/** A page of skills. */
export interface NewestAsked extends SkillFilter {
  readonly limit: number
  /** The first so many are left out. */
  readonly offset?: number
}

export interface SkillFilter {
  readonly origin?: SkillSource
  /** Only skills with a run of this agent, or in this project, among the evidence of any version. */
  readonly engine?: string
  readonly project?: string
  /** Only skills beside which a version waits. */
  readonly proposed?: true
  /** Only skills with these names. */
  readonly names?: readonly string[]
}

export type StatusAndReview = Pick<SkillRecord, 'status' | 'needsReview'> & Partial<Pick<SkillRecord, 'altered'>>

/** The fields that tell whether a skill's folder matches its row, and whether it may be offered. */
export type SkillSeen = Omit<Seen, 'digest' | 'rules' | 'altered'> &
  Pick<SkillRecord, 'digest' | 'stamp' | 'rules' | 'altered'>
