import type { Interval } from './interval.ts'

/** One settled decision in which the skill could have been offered, and none as well. */
export interface Trial {
  /** Whether the skill was offered; otherwise nothing was. */
  readonly treated: boolean
  readonly success: boolean
  /** Probability with which the skill was to be offered, and with which nothing was. */
  readonly chance: number
  readonly chanceOfNone: number
}

export interface Estimate extends Interval {
  readonly lift: number
  /** How many equally weighted control runs would tell as much (Kish). */
  readonly effective: number
}

const Z = 1.959964
/** Least probability of none that a weight is built on; with a holdout it is never that small where something is offered. */
const LEAST_CHANCE = 0.002

/**
 * Doubly robust effect of offering the skill on the runs where it was offered (augmented inverse propensity, Robins 1994,
 * for the effect on the treated): success with it less success foretold without, corrected by the control runs, each
 * standing for the offers that were as likely as it. `expected` are the rates that a model foretells, such as pooled ones.
 * The variance is the predictable one, so that a lucky handful of control runs does not look sure. Undefined when nothing
 * was offered, or nothing could have been withheld.
 */
export function doublyRobust(
  trials: readonly Trial[],
  expected: { readonly treated: number; readonly control: number },
): Estimate | undefined {
  const open = trials.filter(({ chance, chanceOfNone }) => chance > 0 && chanceOfNone >= LEAST_CHANCE)
  const offers = open.filter(({ treated }) => treated).length
  if (offers === 0) return undefined
  let sum = 0
  let variance = 0
  let weights = 0
  let squares = 0
  const spread = { treated: spreadOf(expected.treated), control: spreadOf(expected.control) }
  for (const { treated, success, chance, chanceOfNone } of open) {
    const weight = chance / chanceOfNone
    const surprise = (success ? 1 : 0) - expected.control
    sum += treated ? surprise : -weight * surprise
    variance += chance * spread.treated + chance * weight * spread.control
    weights += treated ? 0 : weight
    squares += treated ? 0 : weight * weight
  }
  const lift = sum / offers
  const error = Math.sqrt(variance) / offers
  return {
    lift,
    low: lift - Z * error,
    high: lift + Z * error,
    effective: squares > 0 ? (weights * weights) / squares : 0,
  }
}

const spreadOf = (rate: number) => rate * (1 - rate)
