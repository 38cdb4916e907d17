import type { ArmRow, PlacedRecord, VersionUseRow } from '../decision-log.ts'
import type { LiftSums } from '../retention.ts'

/** Sums over settled decisions: by skill, by version, and those that lift is computed from. */
export interface UseRecords {
  /** The sums of each skill that was offered, or of the one named. */
  arms(name?: string): Promise<readonly ArmRow[]>
  /** The sums by version. */
  versionUses(name?: string): Promise<readonly VersionUseRow[]>
  /**
   * Settled decisions whose pick was randomised and which had a contender, in the order in which their outcome became
   * known, after an index (0: from the first), at most `limit`. Without those of an earlier skill of the same name.
   */
  liftRecords(after: number, limit: number): Promise<readonly PlacedRecord[]>
  /** The sums over decisions that retention deleted. */
  liftSums(): Promise<readonly LiftSums[]>
}
