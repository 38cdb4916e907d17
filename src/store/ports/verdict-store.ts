import type { VerdictRecord } from '../skill-records.ts'

/** Verdicts of the safety rules, by digest of the content. */
export interface VerdictStore {
  /** The stored verdict on content, by its digest. */
  verdict(digest: string): Promise<VerdictRecord | undefined>
  /** Stores a verdict, replacing an earlier one on the same content. */
  saveVerdict(verdict: VerdictRecord): Promise<void>
}
