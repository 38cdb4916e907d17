import type { Counts } from '../hydration.ts'
import type { Interval } from './interval.ts'
import { beliefsAlike, beliefsOfKinds } from './population.ts'
import { type Belief, meanRate, STEP } from './rates.ts'

/** Outcomes with a skill and without it, of decisions in which it ranked first. */
export interface Arms {
  readonly treated: Counts
  readonly control: Counts
}

export interface Pooled extends Interval {
  /** Posterior mean of the difference of the two rates. */
  readonly lift: number
  /** Posterior mean of the success rate with and without the skill. */
  readonly treated: number
  readonly control: number
  /** Posterior probability that the success rate with the skill is lower than without. */
  readonly harm: number
}

/**
 * The posterior lift of each skill with a prior estimated from all skills (empirical Bayes): estimates of rarely used
 * skills are shrunk towards the others. 95 % credible intervals. Measured on a lone skill without effect, looked at
 * every tenth of 120 runs: `harm` reaches 95 % at some look in 12 % of libraries, and in 3 % at the last.
 */
export function pooled(skills: readonly Arms[]): Pooled[] {
  const treated = beliefsOfKinds(skills.map((arms) => arms.treated))
  const control = beliefsAlike(skills.map((arms) => arms.control))
  // Skills with the same counts have the same belief, and of a large library most have.
  const known = new Map<Belief, Map<Belief, Pooled>>()
  return skills.map((_, i) => {
    const [with_, without] = [treated[i]!, control[i]!]
    const byControl = known.get(with_) ?? new Map<Belief, Pooled>()
    const found = byControl.get(without) ?? difference(with_, without)
    known.set(with_, byControl.set(without, found))
    return found
  })
}

function difference(treated: Belief, control: Belief): Pooled {
  // The distribution of the difference, which is a whole number of grid steps: `masses[k]` is for k - none steps.
  const none = treated.length - 1
  const masses = new Float64Array(2 * none + 1)
  for (const [i, p] of treated.entries()) for (const [j, q] of control.entries()) masses[i - j + none]! += p * q
  const below = masses.subarray(0, none).reduce((a, b) => a + b, 0)
  const [with_, without] = [meanRate(treated), meanRate(control)]
  return {
    treated: with_,
    control: without,
    lift: with_ - without,
    low: (placeOf(masses, 0.025) - none - 0.5) * STEP,
    high: (placeOf(masses, 0.975) - none + 0.5) * STEP,
    // The sign of a difference below one grid step is unknown: half of that mass counts as harm.
    harm: below + masses[none]! / 2,
  }
}

/** The index of a quantile: the first at which the cumulated mass reaches `share`. */
function placeOf(masses: Float64Array, share: number): number {
  let sum = 0
  const place = masses.findIndex((mass) => {
    sum += mass
    return sum >= share
  })
  return place < 0 ? masses.length - 1 : place
}
