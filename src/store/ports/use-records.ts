import type { ArmRow, PlacedRecord, VersionUseRow } from '../decision-log.ts'
import type { LiftSums } from '../retention.ts'
import type { SkillRecord } from '../skill-records.ts'

/** Sums over settled decisions: by skill, by version, and those that lift is computed from. */
export interface UseRecords {
  /** The sums of each skill that was offered, or of those among the named ones. */
  arms(names?: readonly string[]): Promise<readonly ArmRow[]>
  /** The sums by version. */
  versionUses(names?: readonly string[]): Promise<readonly VersionUseRow[]>
  /**
   * Settled decisions whose pick was randomised and which had a contender, in the order in which their outcome became
   * known, after an index (0: from the first), at most `limit`. Without those of an earlier skill of the same name.
   */
  liftRecords(after: number, limit: number): Promise<readonly PlacedRecord[]>
  /** The sums over decisions that retention deleted. */
  liftSums(): Promise<readonly LiftSums[]>
  /** Up to which index decisions are settled, or the one given, and what of them was read until then; see `LiftMark`. */
  liftMark(upTo?: number): Promise<LiftMark>
  /** All skills that are neither archived nor revoked, with when each was used last. */
  lastUses(): Promise<readonly LastUse[]>
  /** How many outcomes of a skill became known after a time (Unix ms). */
  outcomesSince(name: string, at: number): Promise<number>
}

export interface LiftMark {
  readonly upTo: number
  /** The same as long as `liftRecords` up to that index, and `liftSums`, give the same. */
  readonly token: string
}

/** A skill, when it was made and when it was used last (Unix ms; null: never). */
export interface LastUse extends Pick<SkillRecord, 'id' | 'name' | 'status' | 'createdAt'> {
  readonly lastUsedAt: number | null
}
