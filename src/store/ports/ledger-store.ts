import type { LedgerLine, Revocation } from '../skill-records.ts'

/** The log of changes to skills with their reasons, and the revocations in force. */
export interface LedgerStore {
  /** Ledger lines, oldest first, of one skill or of all. */
  ledger(skillName?: string): Promise<readonly LedgerLine[]>
  /** Lines with a number above `after`, oldest first, at most `limit`. */
  ledgerAfter(after: number, limit: number): Promise<readonly LedgerLine[]>
  /** Ids of the skills that have a ledger line of one of these moves. */
  skillsWith(moves: readonly string[]): Promise<ReadonlySet<string>>
  /** Ids of the skills of which a person said that they stay, with the time (Unix ms), as long as it was not taken back. */
  kept(): Promise<ReadonlyMap<string, number>>
  /** The number of the newest ledger line; 0 if there is none. */
  lastEntry(): Promise<number>
  /** The newest ledger line about a skill that exists or existed. */
  lastLine(): Promise<LedgerLine | undefined>
  /** Revocations in force. */
  revocations(): Promise<readonly Revocation[]>
}
