import { LiftTally } from './lift.ts'
import { noTrials, numbersOf, sumsOf } from './trials.ts'

/** A tally as numbers: the sums over all decisions, then those of each named skill. */
export interface PackedTally {
  readonly names: readonly string[]
  /** `WIDTH` for each. */
  readonly sums: Float64Array
}

/** Numbers of one set of sums. */
const WIDTH = numbersOf(noTrials()).length

/** The same tally, exact to the last digit. */
export function packTally(tally: LiftTally): PackedTally {
  const names = tally.skills
  const sums = new Float64Array(WIDTH * (names.length + 1))
  sums.set(numbersOf(tally.overall))
  for (const [i, name] of names.entries()) sums.set(numbersOf(tally.of(name)), WIDTH * (i + 1))
  return { names, sums }
}

/** Undefined where there are not as many numbers as the names need. */
export function unpackTally({ names, sums }: PackedTally): LiftTally | undefined {
  if (sums.length !== WIDTH * (names.length + 1)) return undefined
  return LiftTally.from(
    sumsOf(sums.subarray(0, WIDTH)),
    names.map((name, i) => [name, sumsOf(sums.subarray(WIDTH * (i + 1), WIDTH * (i + 2)))]),
  )
}
