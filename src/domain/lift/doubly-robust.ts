import type { Interval } from './interval.ts'
import type { OpenTrials } from './trials.ts'

export interface Estimate extends Interval {
  readonly lift: number
  /** Effective sample size of the weighted control runs (Kish). */
  readonly effective: number
}

const Z = 1.959964

/**
 * Doubly robust estimate of the effect of an offer on the runs with one (augmented inverse propensity weighting, Robins
 * 1994, effect on the treated), with a 95 % interval: success with the skill minus the predicted success without it,
 * corrected by the weighted control runs. `expected` are success rates predicted by a model, such as the pooled ones.
 * The variance is computed from the predicted rates, so that a few lucky control runs do not give a narrow interval.
 * Undefined if no run with an offer could also have been a control run.
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
