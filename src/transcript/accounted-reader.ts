import { Comprehension } from './comprehension.ts'
import type { Position, ReaderOutput, TranscriptReader, TurnOutput } from './reader.ts'
import type { ResumePoint, StreamOptions } from './resume-point.ts'

/** The part of a resume point that the reader decides. */
type Account = Pick<ResumePoint, 'reader' | 'time' | 'found' | 'misread'>

/**
 * Adds a time to every turn of a reader, and reports whether the format was understood. `head` is the start of the
 * file.
 */
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
