import type { TurnOutput } from './reader.ts'

/**
 * The times of one file's turns. A turn without a time that can be is put a millisecond after the turn before it; those
 * at the start of a file just before the first time that the file names, and where it names none, at the start of 1970.
 */
export class TurnTimes {
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
export function firstTime(start: string): number | undefined {
  const text = /"(?:timestamp|startTime|created_at)"\s*:\s*"(\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)?)"/.exec(
    start,
  )?.[1]
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return time >= 0 ? time : undefined
}
