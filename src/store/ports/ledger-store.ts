import type { LedgerLine, Revocation } from '../skill-records.ts'

/** What was done to skills and why, and the revocations in force. */
export interface LedgerStore {
  /** Ledger lines, oldest first, of one skill or of all. */
  ledger(skillName?: string): Promise<readonly LedgerLine[]>
  /** The number of the newest ledger line; 0 when there is none. */
  lastEntry(): Promise<number>
  /** The newest ledger line that is about a skill which is, or was, there. */
  lastLine(): Promise<LedgerLine | undefined>
  /** Revocations in force. */
  revocations(): Promise<readonly Revocation[]>
}
