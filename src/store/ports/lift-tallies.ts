import type { PackedTally } from '../../domain/lift/packed.ts'
import type { LiftMark } from './use-records.ts'

/** What a look at lift read, kept for the next process that looks. */
export interface LiftTallies {
  /** The one kept last, unless settled decisions up to its index are gone; compare its token, see `liftMark`. */
  savedTally(): Promise<SavedTally | undefined>
  /** Keeps the tally in the place of an earlier one; may keep nothing while another process writes. */
  saveTally(tally: SavedTally): Promise<void>
}

/** A tally of `liftSums` and of `liftRecords` up to an index. */
export interface SavedTally extends PackedTally, LiftMark {}
