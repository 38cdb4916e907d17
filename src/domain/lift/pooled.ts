import type { Counts } from '../hydration.ts'
import { believed, type Column, GRID, GUESS, likelihoodOf, populationOf } from '../routing/quality.ts'
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
  const priors = [populationOf(treated, GUESS, ROUNDS), populationOf(control, GUESS, ROUNDS)] as const
  return skills.map((_, i) => difference(believed(priors[0], treated[i]!), believed(priors[1], control[i]!)))
}

function difference(treated: Column, control: Column): Pooled {
  const steps = GRID.length - 1
  const step = GRID[1]! - GRID[0]!
  const mass = new Array<number>(2 * steps + 1).fill(0)
  for (const [i, p] of treated.entries()) for (const [j, q] of control.entries()) mass[steps + i - j]! += p * q
  const worse = mass.slice(0, steps).reduce((a, b) => a + b, 0)
  const [with_, without] = [treated, control].map((belief) => belief.reduce((sum, p, i) => sum + p * GRID[i]!, 0))
  return {
    treated: with_!,
    control: without!,
    lift: with_! - without!,
    low: (quantile(mass, 0.025) - steps) * step,
    high: (quantile(mass, 0.975) - steps) * step,
    // Rates on one point of the grid differ by less than it can tell: half of them are taken for harm.
    harm: worse + mass[steps]! / 2,
  }
}

/** The position below which a share of the mass lies, each point's mass spread evenly around it. */
function quantile(mass: readonly number[], share: number): number {
  let sum = 0
  for (const [i, p] of mass.entries()) {
    if (sum + p >= share) return i - 0.5 + (share - sum) / p
    sum += p
  }
  return mass.length - 1
}
