import type { Misread } from './comprehension.ts'
import type { Position, ReaderContext } from './reader.ts'

/** Where the next read of a file goes on, and how it knows that it is still the same file. Plain JSON. */
export interface ResumePoint extends Position {
  /** Size and time of change (ms) of the file when it was read. */
  readonly size: number
  readonly changed: number
  /** SHA-256 of the first and of the last bytes before the offset. */
  readonly head: string
  readonly tail: string
  readonly context: ReaderContext
  /** Version of the reader that read it. */
  readonly reader?: number
  /** A prompt was found. */
  readonly found?: boolean
  /** It looks like a conversation, and no prompt was found. */
  readonly misread?: Misread
  /** Time of the last turn before this point, in ms since 1970; before the first turn, the time just before it. */
  readonly time?: number
}

export interface StreamOptions {
  readonly from?: ResumePoint | undefined
  /** Version of the reader: a file without a prompt is read from its start by another one than before. */
  readonly version?: number
  /** No turn is of later than this, in ms since 1970: such a time is a clock's fault. */
  readonly latest?: number
  /** A longer line is skipped as `line_too_long` and never held in memory. */
  readonly maxLineBytes?: number
  /** Bytes read at a time. */
  readonly chunkBytes?: number
}
