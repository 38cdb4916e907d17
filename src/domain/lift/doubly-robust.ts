import type { Interval } from './interval.ts'
import type { OpenTrials } from './trials.ts'

export interface Estimate extends Interval {
  readonly lift: number
  /** How many equally weighted control runs would tell as much (Kish). */
  readonly effective: number
}

const Z = 1.959964

/**
 * Doubly robust effect of offering the skill on the runs where it was offered (augmented inverse propensity, Robins 1994,
 * for the effect on the treated): success with it less success foretold without, corrected by the control runs, each
 * standing for the offers that were as likely as it. `expected` are the rates that a model foretells, such as pooled ones.
 * The variance is the predictable one, so that a lucky handful of control runs does not look sure. Undefined when nothing
 * was offered, or nothing could have been withheld.
 */
export function doublyRobust(
  trials: OpenTrials,
  expected: { readonly treated: number; readonly control: number },
): Estimate | undefined {
  const { offers, weights } = trials
  if (offers === 0) return undefined
  const withIt = trials.offersSucceeded - offers * expected.control
  const without = trials.weightsSucceeded - weights * expected.control
  const variance = trials.chances * spreadOf(expected.treated) + trials.weightedChances * spreadOf(expected.control)
  const lift = (withIt - without) / offers
  const error = Math.sqrt(variance) / offers
  return {
    lift,
    low: lift - Z * error,
    high: lift + Z * error,
    effective: trials.weightsSquared > 0 ? weights ** 2 / trials.weightsSquared : 0,
  }
}

const spreadOf = (rate: number) => rate * (1 - rate)
