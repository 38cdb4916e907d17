import { Comprehension } from './comprehension.ts'
import type { Position, ReaderOutput, TranscriptReader, TurnOutput } from './reader.ts'
import type { ResumePoint, StreamOptions } from './resume-point.ts'
import { firstTime, TurnTimes } from './turn-time.ts'

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
