import { groupedBy } from '../tally.ts'
import type { Sample, TaskSamples } from './sample.ts'

/** Two texts on the same tasks. */
export interface PairedComparison {
  /** Families with an answer of both texts: what the test counts. */
  readonly families: number
  readonly tasks: number
  /** Tasks that every try of a text ran out of time on; they count for neither. */
  readonly timedOut: number
  /** Mean score of the families, 0 to 1. */
  readonly before: number
  readonly after: number
  /** Mean difference of the families, shrunk: four families without a difference are added. */
  readonly gain: number
  /** Lower end of its one-sided interval: the test accepts no gain beyond `ACCEPTED` of chance. */
  readonly lower: number
  /** Share of chance: how often signs at random give as large a gain. */
  readonly p: number
  /** Mean differences of the families. */
  readonly ofFamilies: readonly number[]
  /** Differences of the tasks, in order of their names. */
  readonly differences: readonly { readonly task: string; readonly family: string; readonly difference: number }[]
}

/** Chance of a gain where there is none that is accepted: six families that all gain, of six. */
export const ACCEPTED = 2 ** -6

/** Families without a difference that a mean is shrunk by, as Agresti and Coull (1998) add four trials to a rate. */
const SHRINKING = 4

/**
 * Compares texts in pairs by task: repeats are averaged inside a task, tasks inside a family, and families are the units. A try
 * that ran out of time is left out. The same samples give the same numbers.
 */
export function comparePaired(before: readonly TaskSamples[], after: readonly TaskSamples[]): PairedComparison {
  const later = new Map(after.map((one) => [one.task, one]))
  const both = before.flatMap((one) => {
    const other = later.get(one.task)
    return other === undefined
      ? []
      : [{ task: one.task, family: one.family, from: meanOf(one.samples), to: meanOf(other.samples) }]
  })
  const answered = both
    .flatMap(({ from, to, ...one }) => (from === undefined || to === undefined ? [] : [{ ...one, from, to }]))
    .sort((a, b) => (a.task < b.task ? -1 : 1))
  const families = [...groupedBy(answered, ({ family }) => family).values()].map((own) => ({
    from: mean(own.map(({ from }) => from)),
    to: mean(own.map(({ to }) => to)),
  }))
  const differences = families.map(({ from, to }) => to - from)
  const shrink = families.length / (families.length + SHRINKING)
  return {
    families: families.length,
    tasks: answered.length,
    timedOut: both.length - answered.length,
    before: mean(families.map(({ from }) => from)),
    after: mean(families.map(({ to }) => to)),
    gain: mean(differences) * shrink,
    lower: lowerEnd(differences) * shrink,
    p: signFlipP(differences),
    ofFamilies: differences,
    differences: answered.map(({ from, to, ...one }) => ({ ...one, difference: to - from })),
  }
}

/** The largest gain that the test rejects as too small, found by bisection: -1 where it rejects none. */
function lowerEnd(differences: readonly number[]): number {
  const rejects = (gain: number) => signFlipP(differences.map((one) => one - gain)) <= ACCEPTED
  let [low, high] = [-1, 1]
  if (!rejects(low)) return -1
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (rejects(middle)) low = middle
    else high = middle
  }
  return low
}

/** A thousandth of a point. */
const STEPS = 11

const meanOf = (samples: readonly Sample[]): number | undefined => {
  const inTime = samples.filter(({ timedOut }) => !timedOut)
  return inTime.length === 0 ? undefined : mean(inTime.map(({ score }) => score))
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length

/**
 * One-sided sign-flip test (Fisher's permutation test for pairs): the share of all ways to give the differences signs
 * whose sum is at least the observed one. Exact for differences that are multiples of 1/2,520, such as means of up to ten
 * tries that pass or fail; others are rounded to these. 1 where the sum is not above 0.
 */
export function signFlipP(differences: readonly number[]): number {
  const whole = differences.map((one) => Math.round(one * GRID)).filter((one) => one !== 0)
  const unit = whole.reduce(greatestDivisor, 0) || 1
  const sizes = whole.map((one) => Math.abs(one) / unit)
  const total = sizes.reduce((sum, one) => sum + one, 0)
  const observed = whole.reduce((sum, one) => sum + one, 0) / unit
  // Turning differences of size t to the minus takes 2t off the largest sum.
  return observed <= 0 ? 1 : shareOfSubsets(sizes, (total - observed) / 2)
}

/** The least common multiple of 1 to 10. */
const GRID = 2_520

/** The share of all subsets of these whole numbers whose sum is at most `most`. */
function shareOfSubsets(sizes: readonly number[], most: number): number {
  const share = new Float64Array(most + 1)
  share[0] = 1
  for (const size of sizes)
    for (let sum = most; sum >= 0; sum--) share[sum] = ((share[sum] ?? 0) + (share[sum - size] ?? 0)) / 2
  return share.reduce((total, one) => total + one, 0)
}

function greatestDivisor(a: number, b: number): number {
  let [one, other] = [Math.abs(a), Math.abs(b)]
  while (other > 0) [one, other] = [other, one % other]
  return one
}
