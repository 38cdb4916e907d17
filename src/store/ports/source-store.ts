import type { ReadSource, SourceRow } from '../read-source.ts'

/** How far transcripts were read. */
export interface SourceStore {
  /** How far a transcript was read, as its reader wrote it. */
  source(path: string): Promise<string | undefined>
  /** Notes how far transcripts were read, all of them or none. */
  saveSources(sources: readonly ReadSource[]): Promise<void>
  /** Transcripts in which no prompt was found though they look like conversations, read since a time (ms). */
  misreadSources(since: number): Promise<readonly SourceRow[]>
}
