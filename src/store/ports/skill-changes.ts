import type { SkillRecord } from '../skill-records.ts'

/** Which skill rows changed since a look at them, so that a copy of them, or the folder, can follow. */
export interface SkillChanges {
  /** Changes whenever another process may have changed the store. */
  revision(): Promise<number>
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
