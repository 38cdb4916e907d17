import type { PutAside } from '../put-aside.ts'
import type { LedgerEntry } from '../skill-records.ts'
import type { StandingTurns } from '../standing-turns.ts'
import type { Claim } from '../streak-rule.ts'

/** Completed streaks until they are drafted, refused or put aside. */
export interface TriggerStore {
  /** Completed streaks whose process is gone, now claimed for this one; those begun too often are put aside instead. */
  orphanedTriggers(claim: Claim): Promise<readonly PendingTrigger[]>
  /** Notes why a draft failed; an attempt that does not count was hindered by something else than its turns. */
  triggerFailed(triggerId: string, why: string, counts: boolean): Promise<void>
  /**
   * Gives up a completed streak: its draft was refused or suppressed, which the ledger line says. The turns that still
   * count wait again for others.
   */
  dropTrigger(triggerId: string, line: LedgerEntry, standing?: StandingTurns): Promise<void>
  /** Drafts and turns that were put aside. */
  putAside(): Promise<readonly PutAside[]>
  /** What was put aside waits again, for the next process that drafts or counts: how much it was. */
  tryAgain(): Promise<number>
}

export interface PendingTrigger {
  readonly id: string
  readonly signature: string
  readonly turnIds: readonly string[]
}
