import type { ReadSource, SourceRow } from '../read-source.ts'

/** Read positions of transcripts. */
export interface SourceStore {
  /** The read position of a transcript, in its reader's format. */
  source(path: string): Promise<string | undefined>
  /** Stores read positions in one transaction. */
  saveSources(sources: readonly ReadSource[]): Promise<void>
  /** Transcripts that look like conversations but gave no prompt, read since a time (Unix ms). */
  misreadSources(since: number): Promise<readonly SourceRow[]>
}
