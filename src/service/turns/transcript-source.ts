import type { ResumePoint } from '../../transcript/accounted-reader.ts'
import type { TranscriptEvent } from '../../transcript/read-transcript.ts'

/** Reads transcripts; implemented by the composition root. */
export interface TranscriptSource {
  /** Names of the engines that can be read. */
  readonly engines: readonly string[]
  files(engine: string, path: string): AsyncIterable<{ readonly path: string; readonly engine?: string | undefined }>
  /** `latest`: the upper bound of a turn's time, in Unix ms. */
  read(engine: string, path: string, options: ReadOptions): AsyncIterable<TranscriptEvent>
}

export interface ReadOptions {
  readonly from?: ResumePoint | undefined
  readonly latest: number
}
