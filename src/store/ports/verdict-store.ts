import type { FolderContent, VerdictRecord } from '../skill-records.ts'

/** Verdicts of the safety rules, by digest of the content. */
export interface VerdictStore {
  /** The stored verdict on content, by its digest. */
  verdict(digest: string): Promise<VerdictRecord | undefined>
  /**
   * Stores a verdict, replacing an earlier one on the same content. With `ifFree` it does not wait for another process that
   * writes, and stores nothing then.
   */
  saveVerdict(verdict: VerdictRecord, how?: { readonly ifFree: boolean }): Promise<void>
  /** The stamps of noted folders whose content these rules found clear, by the id of the skill. */
  clearStamps(rules: string): Promise<ReadonlyMap<string, string>>
  /** Notes what folders held, replacing earlier notes on the same skills; skipped if another process is writing. */
  noteContents(seen: readonly FolderContent[]): Promise<void>
}
