import type { Counts } from '../hydration.ts'
import type { Arm, Fit, World } from './knowledge.ts'
import { type Column, expected } from './quality.ts'

/** When it is, and how fast the past loses its hold. */
export interface Moment {
  /** The number of the decision. */
  readonly now: number
  /** Decisions after which half of what was learned has faded. */
  readonly halfLife: number
}

/** Half-life unless one is given, in decisions. */
export const HALF_LIFE = 30_000

/** Share of old evidence that still holds. */
export const keptSince = (at: number, { now, halfLife }: Moment): number => 2 ** (-Math.max(0, now - at) / halfLife)

/** Counts of which only a share still holds. */
export const faded = ({ successes, failures }: Counts, kept: number): Counts => ({
  successes: successes * kept,
  failures: failures * kept,
})

/** The world with its counts discounted. */
export function fadedWorld(world: World, moment: Moment): World {
  const kept = keptSince(world.at, moment)
  return {
    ...world,
    none: faded(world.none, kept),
    wrong: faded(world.wrong, kept),
    at: Math.max(world.at, moment.now),
  }
}

/**
 * An arm after time has passed. With the share kept its likelihood still holds; otherwise the skill has become another
 * one, of which only the population is known (the filter of a hidden Markov model; fixed share, Herbster and Warmuth
 * 1998). An abrupt change is believed after a dozen outcomes however long the history, and a bad skill is tried again.
 */
export function fadedArm(arm: Arm, population: Column, moment: Moment): Arm {
  const kept = keptSince(arm.at, moment)
  const scale = kept / expected(population, arm.likelihood)
  return {
    ...arm,
    likelihood: arm.likelihood.map((value) => value * scale + 1 - kept),
    none: faded(arm.none, kept),
    at: Math.max(arm.at, moment.now),
  }
}

/** The same for a pair of skill and kind of task; `prior` is the probability of fitting before these outcomes. */
export function fadedFit(fit: Fit, prior: number, population: Column, moment: Moment): Fit {
  const kept = keptSince(fit.at, moment)
  const scale = kept / (prior * expected(population, fit.likelihood) + (1 - prior) * fit.wrong)
  return {
    likelihood: fit.likelihood.map((value) => value * scale + 1 - kept),
    wrong: fit.wrong * scale + 1 - kept,
    at: Math.max(fit.at, moment.now),
  }
}
