import { LiftTally } from './lift.ts'
import { noTrials, type Sums, type Trials } from './trials.ts'

/** A tally as numbers: the sums over all decisions, then those of each named skill. */
export interface PackedTally {
  readonly names: readonly string[]
  /** `WIDTH` for each. */
  readonly sums: Float64Array
}

/** Numbers of one set of sums. */
const WIDTH = 12

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
    sumsAt(sums, 0),
    names.map((name, i) => [name, sumsAt(sums, WIDTH * (i + 1))]),
  )
}

const numbersOf = ({ treated, control, noneChances, open }: Trials): readonly number[] => [
  treated.successes,
  treated.failures,
  control.successes,
  control.failures,
  noneChances,
  open.offers,
  open.offersSucceeded,
  open.weights,
  open.weightsSucceeded,
  open.weightsSquared,
  open.chances,
  open.weightedChances,
]

function sumsAt(all: Float64Array, at: number): Sums {
  const sums = noTrials()
  const { treated, control, open } = sums
  ;[
    treated.successes,
    treated.failures,
    control.successes,
    control.failures,
    sums.noneChances,
    open.offers,
    open.offersSucceeded,
    open.weights,
    open.weightsSucceeded,
    open.weightsSquared,
    open.chances,
    open.weightedChances,
  ] = all.subarray(at, at + WIDTH) as unknown as Twelve
  return sums
}

type N = number
type Twelve = [N, N, N, N, N, N, N, N, N, N, N, N]
