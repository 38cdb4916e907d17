import type { Counts } from '../hydration.ts'

/** Distance between neighbouring rates of the grid. */
export const STEP = 0.02
/** The grid of success rates: the midpoints of 50 equal bins of 0 to 1. */
export const RATES: readonly number[] = Array.from({ length: Math.round(1 / STEP) }, (_, i) => (i + 0.5) * STEP)

/** A distribution over `RATES`; sums to 1. */
export type Belief = readonly number[]

export const EVEN: Belief = RATES.map(() => 1 / RATES.length)

/** The binomial likelihood of counts at each rate, scaled to a maximum of 1. */
export function likelihoodOf({ successes, failures }: Counts): readonly number[] {
  return expScaled(RATES.map((rate) => successes * Math.log(rate) + failures * Math.log(1 - rate)))
}

/** A Beta distribution on the grid. */
export function betaBelief(alpha: number, beta: number): Belief {
  return normalised(expScaled(RATES.map((rate) => (alpha - 1) * Math.log(rate) + (beta - 1) * Math.log(1 - rate))))
}

/** The posterior for a prior, given as weights that need not sum to 1, and a likelihood. */
export const posteriorOf = (weights: readonly number[], likelihood: readonly number[]): Belief =>
  normalised(weights.map((weight, i) => weight * likelihood[i]!))

export const meanRate = (belief: Belief): number => belief.reduce((sum, p, i) => sum + p * RATES[i]!, 0)

/** The exponentials of logarithms, scaled to a maximum of 1 against underflow. */
export function expScaled(logs: readonly number[]): number[] {
  const highest = Math.max(...logs)
  return logs.map((log) => Math.exp(log - highest))
}

/** The weights divided by their sum. */
export function normalised(weights: readonly number[]): number[] {
  const total = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => weight / total)
}

/** Logarithm of the Beta function for positive arguments. */
export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b)

/** Stirling's series, the argument shifted to 8 and above; relative error below 1e-12. */
function logGamma(x: number): number {
  let shift = 0
  let y = x
  while (y < 8) {
    shift += Math.log(y)
    y += 1
  }
  const r = 1 / (y * y)
  const series = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r / 1680))) / y
  return (y - 0.5) * Math.log(y) - y + Math.log(2 * Math.PI) / 2 + series - shift
}
