import { logBeta } from '../belief.ts'
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
  const { successes, failures } = counts
  const mixture = logBeta(successes + 0.5, failures + 0.5) - logBeta(0.5, 0.5)
  const limit = mixture + Math.log(alpha)
  const holds = (p: number) =>
    (successes > 0 ? successes * Math.log(p) : 0) + (failures > 0 ? failures * Math.log(1 - p) : 0) >= limit
  const top = rateOf(counts)
  return { low: edge(holds, top, 0), high: edge(holds, top, 1) }
}

/** The point between `inside`, where a condition holds, and `outside` at which it stops holding, by bisection. */
function edge(holds: (p: number) => boolean, inside: number, outside: number): number {
  if (holds(outside)) return outside
  let [yes, no] = [inside, outside]
  for (let halvings = 0; halvings < HALVINGS; halvings++) {
    const middle = (yes + no) / 2
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes
}

const HALVINGS = 40

/** A 95 % interval for the difference of two rates, valid at all times: each gets half of the error (union bound). */
export function anytimeDifference(treated: Counts, control: Counts): Interval {
  const [a, b] = [anytimeRate(treated, HALF_ERROR), anytimeRate(control, HALF_ERROR)]
  return { low: a.low - b.high, high: a.high - b.low }
}

const HALF_ERROR = 0.025

/** Observed rate; .5 without runs. */
export const rateOf = ({ successes, failures }: Counts): number =>
  successes + failures > 0 ? successes / (successes + failures) : 0.5
