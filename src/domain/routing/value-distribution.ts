import type { Random } from '../beta.ts'
import type { Rate } from './learned-rates.ts'
import { expectation, GRID, type GridValues } from './success-rates.ts'

/** The value of an option as a discrete distribution: rising values with their probabilities. */
export interface ValueDistribution {
  readonly values: readonly number[]
  readonly weights: GridValues
}

/**
 * Share of a posterior's spread above its mean that a draw takes, as if 6 draws were averaged. Measured: with .15 fewer bad
 * skills are tried until they are judged (7 of 21 against 18 of 22), and the share of the gain kept is the same.
 */
const SPREAD = 0.4

/**
 * The value of offering a skill: its success rate if it fits, the rate of unfitting ones if not. `fits` is the
 * probability of fitting for each success rate. Drawn optimistically (May et al. 2012, optimistic Bayesian sampling): no
 * draw falls below the mean, since what is not known is a reason to try a skill and none to leave it out.
 */
export function skillValue(
  belief: GridValues,
  fits: GridValues,
  wrong: number,
): ValueDistribution & { readonly mean: number } {
  const likely = belief.map((p, i) => p * fits[i]!)
  const misfit = 1 - likely.reduce((a, b) => a + b, 0)
  const mean = expectation(likely, GRID) + misfit * wrong
  const place = GRID.findIndex((rate) => rate > wrong)
  const at = place < 0 ? GRID.length : place
  return {
    mean,
    values: GRID.toSpliced(at, 0, wrong).map((value) => mean + SPREAD * Math.max(0, value - mean)),
    weights: likely.toSpliced(at, 0, Math.max(0, misfit)),
  }
}

/** Normal density at -3 to 3 in halves. */
const NORMAL = Array.from({ length: 13 }, (_, i) => Math.exp(-(((i - 6) / 2) ** 2) / 2))
const NORMAL_TOTAL = NORMAL.reduce((a, b) => a + b)
const NORMAL_WEIGHTS = NORMAL.map((p) => p / NORMAL_TOTAL)

/**
 * The value of a run without a skill: a normal density on 13 points with the variance of the Beta posterior, truncated at
 * its mean. Low draws keep a doubtful skill in use until its posterior is narrow; high draws would withhold skills without
 * evidence against them, and the holdout measures the rate without.
 */
export function noSkillValue({ mean, weight }: Rate): ValueDistribution {
  const half = Math.sqrt((mean * (1 - mean)) / (weight + 1)) / 2
  return { values: NORMAL.map((_, i) => mean + Math.min(0, i - 6) * half), weights: NORMAL_WEIGHTS }
}

/** One draw. */
export function drawValue({ values, weights }: ValueDistribution, random: Random): number {
  let left = random()
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i]!
    if (left < 0) return values[i]!
  }
  return values.at(-1)!
}

/** For each distribution the probability that its draw is the highest, ties going to the first; they sum to 1. */
export function winProbabilities(distributions: readonly ValueDistribution[]): number[] {
  const below = distributions.map(({ weights }) => {
    let sum = 0
    return [0, ...weights.map((weight) => (sum += weight))]
  })
  const shares = distributions.map(({ values, weights }, i) =>
    values.reduce((share, value, at) => {
      let chance = weights[at]!
      for (let j = 0; j < distributions.length && chance > 0; j++)
        if (j !== i) chance *= below[j]![countBelow(distributions[j]!.values, value, j > i)]!
      return share + chance
    }, 0),
  )
  // What is certain is 1, whatever rounding made of the weights.
  const total = shares.reduce((a, b) => a + b, 0)
  return shares.map((share) => share / total)
}

/** How many of the rising values lie below one, or at it where `equal`. */
function countBelow(values: readonly number[], value: number, equal: boolean): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const mid = (low + high) >> 1
    if (values[mid]! < value || (equal && values[mid] === value)) low = mid + 1
    else high = mid
  }
  return low
}
