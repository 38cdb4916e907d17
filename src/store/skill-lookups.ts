import type { SkillRecord } from './skill-records.ts'

/** What is asked of skills, so that whoever wants to know of a few of them need not read all. */
export interface SkillLookups {
  skills(): Promise<readonly SkillRecord[]>
  skill(name: string): Promise<SkillRecord | undefined>
  /** Skills whose name or id is this text, or begins with it in lower case. */
  skillsLike(reference: string): Promise<readonly SkillRecord[]>
  /** Some skills, at most so many: others for another `seed`, and all where there are no more. */
  someSkills(seed: number, limit: number): Promise<readonly SkillSeen[]>
  /** How many skills have each standing. */
  standings(): Promise<readonly (Standing & { readonly count: number })[]>
  /** Skills of a standing, the newest first, at most so many. */
  newestSkills(standing: Standing, limit: number): Promise<readonly SkillRecord[]>
  /** The number of the latest change of a skill's row: rises with each. */
  skillChange(): Promise<number>
  /** Skills whose rows changed after a change, as they are now; undefined where it is too long ago to tell, or none of these. */
  skillsSince(change: number): Promise<readonly SkillRecord[] | undefined>
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

/** A look through a skills folder. */
export interface Look {
  /** Of the folder itself. */
  readonly stamp: string
  /** The change of rows up to which they agree with the folder. */
  readonly change: number
  /** Version of the safety rules that had looked at everything. */
  readonly rules: string
}

/** What tells whether a skill's folder is as its row says. */
export type SkillSeen = Pick<SkillRecord, 'name' | 'status' | 'digest' | 'stamp' | 'rules'>
