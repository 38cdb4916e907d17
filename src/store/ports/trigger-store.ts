import type { PutAside } from '../put-aside.ts'
import type { ReturnedTurns } from '../returned-turns.ts'
import type { LedgerEntry } from '../skill-records.ts'
import type { Claim } from '../streak-rule.ts'

/** Completed streaks until they are drafted, refused or put aside. */
export interface TriggerStore {
  /**
   * Claims the earliest completed streak whose process died; those before it that were begun too often are put aside.
   * One at a time, so that a streak whose draft ends the process is held against no other.
   */
  orphanedTrigger(claim: Claim): Promise<PendingTrigger | undefined>
  /**
   * Records why a draft failed; with `counts` false the attempt does not count, since the fault is not in its turns.
   */
  triggerFailed(triggerId: string, why: string, counts: boolean): Promise<void>
  /**
   * Deletes a completed streak whose draft was refused or suppressed, with a ledger line that says so. The turns in
   * `returned` return to the streak.
   */
  dropTrigger(triggerId: string, line: LedgerEntry, returned?: ReturnedTurns): Promise<void>
  /** Drafts and turns that are not retried any more. */
  putAside(): Promise<readonly PutAside[]>
  /** Retries what was put aside, in the next process that drafts or counts; returns its number. */
  tryAgain(): Promise<number>
}

export interface PendingTrigger {
  readonly id: string
  readonly signature: string
  readonly turnIds: readonly string[]
  /** A model says that its requests, which share few words, are one task. */
  readonly meant?: boolean
}
