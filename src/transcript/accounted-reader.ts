import { CHILD_MARK } from '../domain/child-mark.ts'
import type { Position, ReaderContext, ReaderOutput, TranscriptReader, TurnOutput } from './reader.ts'

/** The part of a resume point that the reader decides. */
type Account = Pick<ResumePoint, 'reader' | 'time' | 'found' | 'misread'>

/** Adds a time to every turn, and reports whether the format was understood. `head` is the start of the file. */
export class AccountedReader implements TranscriptReader {
  readonly #reader: TranscriptReader
  readonly #head: string
  readonly #version: number | undefined
  readonly #times: TurnTimes
  readonly #comprehension: Comprehension

  constructor(
    reader: TranscriptReader,
    head: string,
    { from, version, latest = Number.POSITIVE_INFINITY }: StreamOptions,
  ) {
    this.#reader = reader
    this.#head = head
    this.#version = version
    this.#times = new TurnTimes(from?.time ?? justBefore(firstTime(head)), latest)
    this.#comprehension = new Comprehension(from?.offset === 0 ? {} : from)
  }

  push(line: string, at: Position): readonly ReaderOutput[] {
    return this.#taken(this.#reader.push(line, at), line)
  }

  end(): readonly ReaderOutput[] {
    return this.#taken(this.#reader.end(), this.#head)
  }

  openAt(): Position | undefined {
    return this.#reader.openAt()
  }

  context() {
    return this.#reader.context()
  }

  inDocument(): boolean {
    return this.#reader.inDocument()
  }

  /** The account for a read that goes on at `offset`, in bytes. */
  account(offset: number): Account {
    const { found, misread } = this.#comprehension
    return {
      ...(this.#version === undefined ? {} : { reader: this.#version }),
      time: this.#times.until(offset),
      found,
      ...(misread === undefined ? {} : { misread }),
    }
  }

  #taken(outputs: readonly ReaderOutput[], text: string): readonly ReaderOutput[] {
    const reader = this.#reader
    this.#comprehension.see(text, outputs, !reader.inDocument() && reader.openAt() !== undefined)
    return outputs.some(isTurn) ? outputs.map((one) => (isTurn(one) ? this.#times.dated(one) : one)) : outputs
  }
}

const isTurn = (output: ReaderOutput): output is TurnOutput => output.kind === 'turn'

/** Turns without a time at the start of a file are put before its first time, in their order. */
const justBefore = (time: number | undefined): number | undefined => time && Math.max(0, time - LEAD_MS)
const LEAD_MS = 10_000

/**
 * The times of one file's turns. A turn without a time that can be is put a millisecond after the turn before it; those
 * at the start of a file just before the first time that the file names, and where it names none, at the start of 1970.
 */
class TurnTimes {
  readonly #latest: number
  #last: number
  /** Positions of the prompts of the newest turns, and their times. */
  #told: { readonly offset: number; readonly time: number }[] = []
  #before: number

  /** `before`: the time of the last turn before these, or just before the first; times after `latest` are wrong. */
  constructor(before: number | undefined, latest: number) {
    this.#latest = latest
    this.#last = before !== undefined && before <= latest ? before : -1
    this.#before = this.#last
  }

  dated(output: TurnOutput): TurnOutput {
    const own = output.turn.timestamp === undefined ? Number.NaN : new Date(output.turn.timestamp).getTime()
    const time = own >= 0 && own <= this.#latest ? own : this.#last + 1
    this.#last = time
    this.#told.push({ offset: output.prompt.offset, time })
    if (this.#told.length > MOST_TOLD_AGAIN) this.#before = this.#told.shift()?.time ?? this.#before
    return time === own ? output : { ...output, turn: { ...output.turn, timestamp: new Date(time).toISOString() } }
  }

  /** The time of the last turn before this place in the file. */
  until(offset: number): number {
    return this.#told.findLast((one) => one.offset < offset)?.time ?? this.#before
  }
}

/** More turns than a later read emits again. */
const MOST_TOLD_AGAIN = 64

/** The first time that the start of a file names in a field of its own, in ms since 1970. */
function firstTime(start: string): number | undefined {
  const text = /"(?:timestamp|startTime|created_at)"\s*:\s*"(\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)?)"/.exec(
    start,
  )?.[1]
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return time >= 0 ? time : undefined
}

/** A file that looks like a conversation and in which no prompt was found. */
export interface Misread {
  /** Lines that look like a conversation. */
  readonly lines: number
  /** The version of the engine that wrote it, as the file has it. */
  readonly version?: string
}

/**
 * Tells whether prompts were found in a file. Lines are looked at until the first prompt, so that a file that is
 * understood costs nothing.
 */
class Comprehension {
  #found: boolean
  #lines: number
  /** Lines of a kind that the reader does not know. */
  #unknown = 0
  #version: string | undefined
  #looked = 0

  constructor({ found = false, misread }: { readonly found?: boolean; readonly misread?: Misread } = {}) {
    this.#found = found
    this.#lines = misread?.lines ?? 0
    this.#unknown = misread === undefined ? 0 : 1
    this.#version = misread?.version
  }

  get found(): boolean {
    return this.#found
  }

  get misread(): Misread | undefined {
    if (this.#found) return undefined
    const version = this.#version === undefined ? {} : { version: this.#version }
    // Where every line is of a kind that the reader knows, this part of a session holds no request.
    if (this.#lines > 0 && this.#unknown > 0) return { lines: this.#lines, ...version }
    // A form without any known mark of a prompt: the file names a version of its engine, and the reader does not know
    // most of its lines.
    const isStrange = this.#version !== undefined && this.#unknown >= MANY_UNKNOWN && 2 * this.#unknown > this.#looked
    return isStrange ? { lines: this.#unknown, ...version } : undefined
  }

  /**
   * Takes a line and the reader's outputs for it; `open`: a turn runs. At the end of a file that is one JSON value,
   * `text` is its start.
   */
  see(text: string, outputs: readonly ReaderOutput[], open: boolean): void {
    if (this.#found) return
    // A question of ours is understood: it is no prompt of a person.
    this.#found = open || outputs.some(({ kind }) => kind === 'turn') || text.includes(CHILD_MARK)
    if (this.#found) return
    const start = text.length > MAX_LOOK ? text.slice(0, MAX_LOOK) : text
    if (this.#version === undefined && this.#looked < MAX_LINES) this.#version = VERSION.exec(start)?.[1]
    this.#looked++
    for (const output of outputs) {
      if (output.kind !== 'skipped') continue
      const isUnknown = UNKNOWN.has(output.reason) || (output.reason === 'other_event' && OF_PERSON.test(start))
      if (isUnknown) this.#unknown++
      if (OF_A_RUN.has(output.reason) || (isUnknown && SPOKEN.test(start))) this.#lines++
    }
  }
}

/** Characters of a line, and lines of a file, that are looked at. */
const MAX_LOOK = 4_096
const MAX_LINES = 64
/** Minimum number of unknown lines for a fault; fewer may be the settings lines of a session without a request. */
const MANY_UNKNOWN = 5
/** Reasons of skipped lines that belong to a run whose prompt was not found. */
const OF_A_RUN: ReadonlySet<string> = new Set(['no_prompt', 'orphan_result'])
/** Reasons by which a reader skips a line that it does not know. A line skipped for another reason was understood. */
const UNKNOWN: ReadonlySet<string> = new Set(['unknown_type', 'malformed', 'not_an_object'])
/** An event of a family that the reader knows, which may be the prompt by another name. */
const OF_PERSON = /"type"\s*:\s*"user\./
const SPOKEN =
  /"(?:role|type|kind|author|sender|from)"\s*:\s*"(?:user|human|assistant|agent|model|prompt|message|(?:user|human|agent|assistant|model)[_-]?(?:message|prompt|input|turn)s?)"/i
const VERSION = /"(?:cli_?|engine_?|app_?)?version"\s*:\s*"(\d{1,9}\.\d{1,9}[\w.+-]{0,40})"/i

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
