import type { VerdictRecord } from '../skill-records.ts'

/** What the safety rules said, by digest of the content. */
export interface VerdictStore {
  /** What the safety rules said of content, by its digest. */
  verdict(digest: string): Promise<VerdictRecord | undefined>
  /** Keeps a verdict in place of an earlier one on the same content. */
  saveVerdict(verdict: VerdictRecord): Promise<void>
}
