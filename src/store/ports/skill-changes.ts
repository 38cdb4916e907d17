import type { SkillRecord } from '../skill-records.ts'

/** The change log of skill rows, from which caches and folders are updated. */
export interface SkillChanges {
  /** Changes whenever another process may have changed the store. */
  revision(): Promise<number>
  /** The number of the latest change of a skill's row; ascends. */
  skillChange(): Promise<number>
  /**
   * A random token of a change, which differs in a copy of the database that diverged. Undefined for a change that is
   * no longer logged.
   */
  changeToken(change: number): Promise<string | undefined>
  /** Skills whose rows changed after a change; undefined if that is no longer logged, or unknown here. */
  skillsSince(change: number): Promise<ChangedSkills | undefined>
  /**
   * Skills whose folder does not match their row yet because a publish or withdrawal was interrupted. With `change`,
   * only those changed since.
   */
  unplaced(change?: number): Promise<readonly SkillRecord[]>
  /** Returns once a write can begin; throws `storage_locked` if another process writes for so many milliseconds more. */
  insistWritable(waitMs: number): Promise<void>
  /** The last full look at a skills folder that found nothing to take in. */
  look(root: string): Promise<Look | undefined>
  /** Stores a look; skipped if another process is writing. */
  saveLook(root: string, look: Look): Promise<void>
}

export interface ChangedSkills {
  readonly names: readonly string[]
  /** The current rows of those that still exist. */
  readonly skills: readonly SkillRecord[]
}

/** A full look at a skills folder. */
export interface Look {
  /** Stamp of the folder itself. */
  readonly stamp: string
  /** The change number up to which all rows agreed with the folder. */
  readonly change: number
  /** Version of the safety rules that had scanned all skills. */
  readonly rules: string
}
