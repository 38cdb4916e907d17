import type { Counts } from '../hydration.ts'
import type { Arm, Fit, World } from './learned-rates.ts'
import { expectation, type GridValues } from './success-rates.ts'

/** The present decision, and how fast evidence decays. */
export interface Moment {
  /** The number of the decision. */
  readonly now: number
  /** Decisions after which evidence weighs half. */
  readonly halfLife: number
}

/** Half-life unless one is given, in decisions. */
export const HALF_LIFE = 30_000

/** Weight left of evidence from decision `at`: 2 ** (-age / half-life). */
export const decayFactor = (at: number, { now, halfLife }: Moment): number => 2 ** (-Math.max(0, now - at) / halfLife)

/** Counts, discounted by a factor. */
export const decayed = ({ successes, failures }: Counts, kept: number): Counts => ({
  successes: successes * kept,
  failures: failures * kept,
})

/** The shared rates with their counts discounted to the present. */
export function decayedWorld(world: World, moment: Moment): World {
  const kept = decayFactor(world.at, moment)
  return {
    ...world,
    none: decayed(world.none, kept),
    wrong: decayed(world.wrong, kept),
    at: Math.max(world.at, moment.now),
  }
}

/**
 * The prediction step of a two-state hidden Markov model (fixed share, Herbster and Warmuth 1998): with the decay factor
 * an arm keeps its likelihood, else the skill was replaced by one drawn from the population. An abrupt change is believed
 * after a dozen outcomes however long the history, and a bad skill is tried again.
 */
export function decayedArm(arm: Arm, population: GridValues, moment: Moment): Arm {
  const kept = decayFactor(arm.at, moment)
  const scale = kept / expectation(population, arm.likelihood)
  return {
    ...arm,
    likelihood: arm.likelihood.map((value) => value * scale + 1 - kept),
    none: decayed(arm.none, kept),
    at: Math.max(arm.at, moment.now),
  }
}

/** Decays the outcomes of a skill on one kind of task; `prior` is the probability that the skill fits, without these outcomes. */
export function decayedFit(fit: Fit, prior: number, population: GridValues, moment: Moment): Fit {
  const kept = decayFactor(fit.at, moment)
  const scale = kept / (prior * expectation(population, fit.likelihood) + (1 - prior) * fit.wrong)
  return {
    likelihood: fit.likelihood.map((value) => value * scale + 1 - kept),
    wrong: fit.wrong * scale + 1 - kept,
    at: Math.max(fit.at, moment.now),
  }
}
