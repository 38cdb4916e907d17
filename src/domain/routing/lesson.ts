import type { Counts } from '../hydration.ts'
import type { Outcome } from '../turn.ts'
import { fadedArm, fadedWorld, type Moment } from './fading.ts'
import { type Arm, type Fit, newArm, type World, wrongRate } from './knowledge.ts'
import { believed, type Column, GRID } from './quality.ts'
import { mixture, standingOf } from './standing.ts'

/** The rows that the outcome of an offered skill changes. */
export interface Learned {
  readonly world: World
  readonly arm: Arm
  readonly fit: Fit
}

/** What an offered skill's outcome is judged by. */
export interface Lesson extends Moment {
  readonly outcome: Exclude<Outcome, 'unknown'>
  /** `prior` of the skill in the choice: its probability of fitting without its own outcomes on such tasks. */
  readonly prior: number
}

/**
 * What the outcome of an offered skill teaches. Credit is soft: it is shared between "the skill is that good" and "it did
 * not fit" in proportion to how likely each made the outcome. Give each decision once.
 */
export function learn(
  world: World,
  known: { readonly arm?: Arm | undefined; readonly fit?: Fit | undefined },
  { outcome, prior, ...moment }: Lesson,
): Learned {
  const success = outcome === 'success'
  const { arm, fit } = standingOf(world, known, prior, moment)
  const missed = chanceOf(success, wrongRate(world).mean)
  const next = scaled({
    likelihood: fit.likelihood.map((value, i) => value * chanceOf(success, GRID[i]!)),
    wrong: fit.wrong * missed,
    at: fit.at,
  })
  const before = mixture(fit, prior)
  const after = mixture(next, prior)
  // `scaled` leaves a factor in `after`; it cancels, since only proportions count in an arm's likelihood.
  const likelihood = peaked(arm.likelihood.map((value, i) => (value * after[i]!) / before[i]!))
  const belief = believed(world.population, likelihood)
  const blame = belief.reduce((sum, p, i) => sum + (p * (1 - prior) * next.wrong) / after[i]!, 0)
  const old = fadedWorld(world, moment)
  return {
    world: { ...old, wrong: plus(old.wrong, success, Math.min(1, blame)) },
    arm: { ...arm, likelihood, outcomes: arm.outcomes + 1 },
    fit: next,
  }
}

/**
 * What the outcome of a run without a skill teaches: the rate without, and the control arm of the skill that came first,
 * if any did.
 */
export function learnWithout(
  world: World,
  first: Arm | undefined,
  { outcome, ...moment }: Omit<Lesson, 'prior'>,
): { readonly world: World; readonly first: Arm } {
  const success = outcome === 'success'
  const arm = fadedArm(first ?? newArm(moment.now), world.population, moment)
  const old = fadedWorld(world, moment)
  return { world: { ...old, none: plus(old.none, success, 1) }, first: { ...arm, none: plus(arm.none, success, 1) } }
}

const chanceOf = (success: boolean, rate: number) => (success ? rate : 1 - rate)

const plus = ({ successes, failures }: Counts, success: boolean, weight: number): Counts => ({
  successes: successes + (success ? weight : 0),
  failures: failures + (success ? 0 : weight),
})

/** Long products must not run out of small numbers. */
const FLOOR = 1e-30

function peaked(column: Column): Column {
  const highest = Math.max(...column)
  return column.map((value) => Math.max(FLOOR, value / highest))
}

function scaled({ likelihood, wrong, at }: Fit): Fit {
  const highest = Math.max(wrong, ...likelihood)
  return {
    likelihood: likelihood.map((value) => Math.max(FLOOR, value / highest)),
    wrong: Math.max(FLOOR, wrong / highest),
    at,
  }
}
