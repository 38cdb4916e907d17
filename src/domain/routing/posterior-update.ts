import type { Counts } from '../hydration.ts'
import type { Outcome } from '../turn.ts'
import { decayedArm, decayedWorld, type Moment } from './decay.ts'
import { type Arm, type Fit, newArm, type World, wrongRate } from './learned-rates.ts'
import { mixture, posteriorOf } from './skill-posterior.ts'
import { GRID, type GridValues, posterior } from './success-rates.ts'

/** The rows that the outcome of an offered skill changes. */
export interface UpdatedRows {
  readonly world: World
  readonly arm: Arm
  readonly fit: Fit
}

/** One outcome of an offered skill. */
export interface Observation extends Moment {
  readonly outcome: Exclude<Outcome, 'unknown'>
  /** Probability that the skill fits, without its own outcomes on tasks of this kind; `prior` of the choice. */
  readonly prior: number
}

/**
 * Posterior update by the outcome of an offered skill. Credit is soft, as in EM: it is shared between "the skill is that
 * good" and "it did not fit" in proportion to the likelihood of the outcome under each. Call it once for each decision.
 */
export function updateWithSkill(
  world: World,
  known: { readonly arm?: Arm | undefined; readonly fit?: Fit | undefined },
  { outcome, prior, ...moment }: Observation,
): UpdatedRows {
  const success = outcome === 'success'
  const { arm, fit } = posteriorOf(world, known, prior, moment)
  const missed = chanceOf(success, wrongRate(world).mean)
  const next = rescaledFit({
    likelihood: fit.likelihood.map((value, i) => value * chanceOf(success, GRID[i]!)),
    wrong: fit.wrong * missed,
    at: fit.at,
  })
  const before = mixture(fit, prior)
  const after = mixture(next, prior)
  // `scaled` leaves a factor in `after`; it cancels, since only proportions count in an arm's likelihood.
  const likelihood = scaledToMaximum(arm.likelihood.map((value, i) => (value * after[i]!) / before[i]!))
  const belief = posterior(world.population, likelihood)
  const blame = belief.reduce((sum, p, i) => sum + (p * (1 - prior) * next.wrong) / after[i]!, 0)
  const old = decayedWorld(world, moment)
  return {
    world: { ...old, wrong: plus(old.wrong, success, Math.min(1, blame)) },
    arm: { ...arm, likelihood, outcomes: arm.outcomes + 1 },
    fit: next,
  }
}

/**
 * Update by the outcome of a run without a skill: of the shared rate without, and of the control arm of the skill that
 * ranked first, if any did.
 */
export function updateWithoutSkill(
  world: World,
  first: Arm | undefined,
  { outcome, ...moment }: Omit<Observation, 'prior'>,
): { readonly world: World; readonly first: Arm } {
  const success = outcome === 'success'
  const arm = decayedArm(first ?? newArm(moment.now), world.population, moment)
  const old = decayedWorld(world, moment)
  return { world: { ...old, none: plus(old.none, success, 1) }, first: { ...arm, none: plus(arm.none, success, 1) } }
}

const chanceOf = (success: boolean, rate: number) => (success ? rate : 1 - rate)

const plus = ({ successes, failures }: Counts, success: boolean, weight: number): Counts => ({
  successes: successes + (success ? weight : 0),
  failures: failures + (success ? 0 : weight),
})

/** Keeps long products of likelihoods above underflow. */
const FLOOR = 1e-30

function scaledToMaximum(column: GridValues): GridValues {
  const highest = Math.max(...column)
  return column.map((value) => Math.max(FLOOR, value / highest))
}

function rescaledFit({ likelihood, wrong, at }: Fit): Fit {
  const highest = Math.max(wrong, ...likelihood)
  return {
    likelihood: likelihood.map((value) => Math.max(FLOOR, value / highest)),
    wrong: Math.max(FLOOR, wrong / highest),
    at,
  }
}
