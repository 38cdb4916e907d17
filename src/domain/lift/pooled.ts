import type { Counts } from '../hydration.ts'
import {
  believed,
  type Column,
  expected,
  GRID,
  guessedPopulation,
  likelihoodOf,
  populationOf,
} from '../routing/quality.ts'
import type { Interval } from './interval.ts'

/** Success with a skill and without it, on the tasks for which it came first. */
export interface Arms {
  readonly treated: Counts
  readonly control: Counts
}

export interface Pooled extends Interval {
  /** Mean difference of the two rates. */
  readonly lift: number
  /** Mean rates with and without. */
  readonly treated: number
  readonly control: number
  /** Probability that success with the skill is rarer than without. */
  readonly harm: number
}

/** Where nothing is known yet: a wide guess for both rates alike, so that it favours neither. */
const WIDE = guessedPopulation(0.5)
/** EM comes near its end slowly, and a report has time. */
const ROUNDS = 200

/**
 * Each skill's lift in the light of all skills (empirical Bayes): what the others are like is the prior, so that a rarely
 * used skill is drawn towards them and a much used one speaks for itself. 95 % credible intervals; a Bayesian's
 * probability does not suffer from looking often.
 */
export function pooled(skills: readonly Arms[]): Pooled[] {
  const treated = skills.map((arms) => likelihoodOf(arms.treated.successes, arms.treated.failures))
  const control = skills.map((arms) => likelihoodOf(arms.control.successes, arms.control.failures))
  const priors = [populationOf(treated, WIDE, WIDE, ROUNDS), populationOf(control, WIDE, WIDE, ROUNDS)] as const
  return skills.map((_, i) => difference(believed(priors[0], treated[i]!), believed(priors[1], control[i]!)))
}

function difference(treated: Column, control: Column): Pooled {
  const pairs = treated
    .flatMap((p, i) => control.map((q, j) => ({ lift: GRID[i]! - GRID[j]!, mass: p * q })))
    .sort((a, b) => a.lift - b.lift)
  const harm = pairs.reduce((sum, { lift, mass }) => sum + (lift < 0 ? mass : lift === 0 ? mass / 2 : 0), 0)
  const [with_, without] = [expected(treated, GRID), expected(control, GRID)]
  return {
    treated: with_,
    control: without,
    lift: with_ - without,
    low: quantile(pairs, 0.025) - HALF_STEP,
    high: quantile(pairs, 0.975) + HALF_STEP,
    // Rates on one point of the grid differ by less than it can tell: half of them are taken for harm.
    harm,
  }
}

/** A point of the grid stands for the rates around it. */
const HALF_STEP = 0.025

/** The lift below which a share of the mass lies. */
function quantile(pairs: readonly { readonly lift: number; readonly mass: number }[], share: number): number {
  let sum = 0
  for (const { lift, mass } of pairs) {
    sum += mass
    if (sum >= share) return lift
  }
  return pairs.at(-1)!.lift
}
