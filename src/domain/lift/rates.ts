import type { Counts } from '../hydration.ts'

/** Distance of two rates of the grid. */
export const STEP = 0.02
/** Success rates that a belief spreads over, each standing for those around it. */
export const RATES: readonly number[] = Array.from({ length: Math.round(1 / STEP) }, (_, i) => (i + 0.5) * STEP)

/** A probability for each rate; they sum to 1. */
export type Belief = readonly number[]

export const EVEN: Belief = RATES.map(() => 1 / RATES.length)

/** Likelihood of counts for each rate, relative to the highest. */
export function likelihoodOf({ successes, failures }: Counts): readonly number[] {
  return peaked(RATES.map((rate) => successes * Math.log(rate) + failures * Math.log(1 - rate)))
}

/** A Beta distribution over the grid. */
export function betaBelief(alpha: number, beta: number): Belief {
  return scaled(peaked(RATES.map((rate) => (alpha - 1) * Math.log(rate) + (beta - 1) * Math.log(1 - rate))))
}

/** What a likelihood makes of weights, which need not sum to 1. */
export const believed = (weights: readonly number[], likelihood: readonly number[]): Belief =>
  scaled(weights.map((weight, i) => weight * likelihood[i]!))

export const meanRate = (belief: Belief): number => belief.reduce((sum, p, i) => sum + p * RATES[i]!, 0)

/** Exponentials of logarithms, the highest of which is taken for 0. */
export function peaked(logs: readonly number[]): number[] {
  const highest = Math.max(...logs)
  return logs.map((log) => Math.exp(log - highest))
}

export function scaled(weights: readonly number[]): number[] {
  const total = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => weight / total)
}
