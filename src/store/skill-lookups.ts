import type { Counts } from '../domain/hydration.ts'
import type { Seen } from '../domain/visibility.ts'
import type { SkillRecord } from './skill-records.ts'

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
  /** Drafts that wait for review, and of which no person was told. */
  unannounced(): Promise<readonly Pick<SkillRecord, 'id' | 'name'>[]>
  /** The number of the latest change of a skill's row: rises with each. */
  skillChange(): Promise<number>
  /** The mark of a change: a copy of the store that went its own way has others. Undefined for one too long ago. */
  changeToken(change: number): Promise<string | undefined>
  /** Skills whose rows changed after a change; undefined where it is too long ago to tell, or none of these. */
  skillsSince(change: number): Promise<ChangedSkills | undefined>
  /**
   * Skills whose folder does not hold what their row says yet: an interrupted publish or withdrawal. After a change: only
   * those whose row changed since.
   */
  unplaced(change?: number): Promise<readonly SkillRecord[]>
  /** The last look through a whole skills folder that found nothing to do. */
  look(root: string): Promise<Look | undefined>
  /** Keeps one, unless another process writes just now. */
  saveLook(root: string, look: Look): Promise<void>
}

export type Standing = Pick<SkillRecord, 'status' | 'needsReview'>

export interface ChangedSkills {
  readonly names: readonly string[]
  /** Those of them that are there, as they are now. */
  readonly skills: readonly SkillRecord[]
}

/** A look through a skills folder. */
export interface Look {
  /** Of the folder itself. */
  readonly stamp: string
  /** The change of rows up to which they agree with the folder. */
  readonly change: number
  /** Version of the safety rules that had looked at everything. */
  readonly rules: string
}

/** What tells whether a skill's folder is as its row says, and who may see it. */
export type SkillSeen = Omit<Seen, 'digest' | 'rules' | 'altered'> &
  Pick<SkillRecord, 'digest' | 'stamp' | 'rules' | 'altered'>
