import type { Counts } from '../../domain/hydration.ts'
import type { Seen } from '../../domain/visibility.ts'
import type { SkillRecord } from '../skill-records.ts'

/** What is asked of skills, so that whoever wants to know of a few of them need not read all. */
export interface SkillLookups {
  skills(): Promise<readonly SkillRecord[]>
  skill(name: string): Promise<SkillRecord | undefined>
  /** Skills whose name or id is this text, or begins with it in lower case. */
  skillsLike(reference: string): Promise<readonly SkillRecord[]>
  /** The skills that have these names. */
  skillsNamed(names: readonly string[]): Promise<readonly SkillRecord[]>
  /** What skills that were offered have on record, with what tells who may see them. */
  usedSkills(): Promise<readonly (SkillSeen & Counts)[]>
  /** Some skills, at most so many: others for another `seed`, and all where there are no more. */
  someSkills(seed: number, limit: number): Promise<readonly SkillSeen[]>
  /** How many skills have each standing. */
  standings(): Promise<readonly (Standing & { readonly count: number })[]>
  /** Skills of a standing, the newest first, at most so many. */
  newestSkills(standing: Standing, limit: number): Promise<readonly SkillRecord[]>
}

export type Standing = Pick<SkillRecord, 'status' | 'needsReview'>

/** What tells whether a skill's folder is as its row says, and who may see it. */
export type SkillSeen = Omit<Seen, 'digest' | 'rules' | 'altered'> &
  Pick<SkillRecord, 'digest' | 'stamp' | 'rules' | 'altered'>
