import type { ArmRow, PlacedRecord, VersionUseRow } from '../decision-log.ts'
import type { LiftSums } from '../retention.ts'

/** Sums over settled decisions: of each skill, of each version, and those that lift is computed from. */
export interface UseRecords {
  /** What each skill that was offered has on record, or the one named. */
  arms(name?: string): Promise<readonly ArmRow[]>
  /** The same sums by version. */
  versionUses(name?: string): Promise<readonly VersionUseRow[]>
  /**
   * Settled decisions that were left to chance and had a contender, in the order in which their outcome became known, from
   * after a place among the settled (0: from the first), at most so many. Those that tell of a skill whose name another one
   * has taken over since are left out.
   */
  liftRecords(after: number, limit: number): Promise<readonly PlacedRecord[]>
  /** What the decisions that went before those said. */
  liftSums(): Promise<readonly LiftSums[]>
}
