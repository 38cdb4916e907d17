import type { Counts } from './hydration.ts'

/** One number for each success rate of a grid: a density, a likelihood, or what a rate is worth. */
export type GridValues = readonly number[]

/** The binomial likelihood of counts at each of the rates, relative to its highest; fractional counts are fine. */
export const likelihoodAt = (rates: GridValues, { successes, failures }: Counts): GridValues =>
  expScaled(rates.map((rate) => successes * Math.log(rate) + failures * Math.log(1 - rate)))

/** Bayes' rule on a grid: prior times likelihood, normalised; the prior may be weights that do not sum to 1. */
export const posterior = (prior: GridValues, likelihood: GridValues): GridValues =>
  normalised(prior.map((p, i) => p * likelihood[i]!))

/** Expectation under a density on a grid of a value for each success rate. */
export const expectation = (belief: GridValues, of: GridValues): number =>
  belief.reduce((sum, p, i) => sum + p * of[i]!, 0)

/** The exponentials of logarithms, scaled to a maximum of 1 against underflow. */
export function expScaled(logs: readonly number[]): readonly number[] {
  const highest = Math.max(...logs)
  return logs.map((log) => Math.exp(log - highest))
}

/** The weights divided by their sum. */
export function normalised(weights: readonly number[]): readonly number[] {
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
