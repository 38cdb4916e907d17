import type { Counts } from '../hydration.ts'

export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * A confidence sequence for a rate at level 1 - `alpha`: valid at all times at once, however often it is looked at and
 * however the runs were chosen. The rates that a Beta(1/2, 1/2) mixture does not exceed in likelihood by a factor of
 * 1 / alpha (Robbins 1970, Ville's inequality).
 */
export function anytimeRate(counts: Counts, alpha: number): Interval {
  const { low, high } = edgesOf(counts, alpha)
  for (const edge of [low, high]) while (edge.halve());
  return { low: low.inside, high: high.inside }
}

/** A 95 % interval for the difference of two rates, valid at all times: each gets half of the error (union bound). */
export function anytimeDifference(treated: Counts, control: Counts): Interval {
  const [a, b] = [anytimeRate(treated, HALF_ERROR), anytimeRate(control, HALF_ERROR)]
  return { low: a.low - b.high, high: a.high - b.low }
}

const HALF_ERROR = 0.025

/**
 * Whether `anytimeDifference` lies on one side of zero, or between `-small` and `small`. Its edges are narrowed only until
 * that is certain, a few steps in place of forty.
 */
export function isDecided(treated: Counts, control: Counts, small: number): boolean {
  const [a, b] = [edgesOf(treated, HALF_ERROR), edgesOf(control, HALF_ERROR)]
  for (;;) {
    // The least and the greatest that each end of the interval can still come to.
    const low = [a.low.outside - b.high.outside, a.low.inside - b.high.inside] as const
    const high = [a.high.inside - b.low.inside, a.high.outside - b.low.outside] as const
    if (low[0] > 0 || high[1] < 0 || (low[0] > -small && high[1] < small)) return true
    if (low[1] <= 0 && high[0] >= 0 && (low[1] <= -small || high[0] >= small)) return false
    for (const edge of [a.low, a.high, b.low, b.high]) edge.halve()
  }
}

function edgesOf(counts: Counts, alpha: number) {
  const { successes, failures } = counts
  const mixture = logBeta(successes + 0.5, failures + 0.5) - logBeta(0.5, 0.5)
  const limit = mixture + Math.log(alpha)
  const holds = (p: number) =>
    (successes > 0 ? successes * Math.log(p) : 0) + (failures > 0 ? failures * Math.log(1 - p) : 0) >= limit
  const top = rateOf(counts)
  return { low: new Edge(holds, top, 0), high: new Edge(holds, top, 1) }
}

/** Observed rate; .5 without runs. */
export const rateOf = ({ successes, failures }: Counts): number =>
  successes + failures > 0 ? successes / (successes + failures) : 0.5

const HALVINGS = 40

/**
 * Seeks the point between `inside`, where a condition holds, and `outside` at which it stops holding, by bisection. The
 * point lies between the two at any time; at the end both are that point.
 */
class Edge {
  inside: number
  outside: number
  readonly #holds: (p: number) => boolean
  #left = HALVINGS

  constructor(holds: (p: number) => boolean, inside: number, outside: number) {
    this.#holds = holds
    this.inside = holds(outside) ? outside : inside
    this.outside = outside
    if (this.inside === outside) this.#left = 0
  }

  /** One step; returns whether there are more. */
  halve(): boolean {
    if (this.#left === 0) return false
    const mid = (this.inside + this.outside) / 2
    if (this.#holds(mid)) this.inside = mid
    else this.outside = mid
    if (--this.#left === 0) this.outside = this.inside
    return this.#left > 0
  }
}

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
