import { expectation, type GridValues, posterior } from '../belief.ts'
import type { Counts } from '../hydration.ts'
import { type Arm, type Fit, newArm, newFit, type World } from './learned-rates.ts'

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

/** The posterior of a skill on one kind of task. */
interface SkillPosterior {
  /** Its arm and its fit as of now. */
  readonly arm: Arm
  readonly fit: Fit
  /** Posterior of its success rate from all other kinds of task, on the grid. */
  readonly elsewhere: GridValues
  /** Bayes factor of its outcomes here for "fits" against "does not". */
  readonly factor: number
}

/** The posterior as of now; `prior` is the probability that the skill fits, before its outcomes on this kind. */
export function posteriorOf(
  { population }: World,
  known: { readonly arm?: Arm | undefined; readonly fit?: Fit | undefined },
  prior: number,
  moment: Moment,
): SkillPosterior {
  const arm = decayedArm(known.arm ?? newArm(moment.now), population, moment)
  const fit = decayedFit(known.fit ?? newFit(moment.now), prior, population, moment)
  // What this kind of task has added to the arm is taken off again, or it would count twice.
  const here = mixture(fit, prior)
  const elsewhere = posterior(
    population,
    arm.likelihood.map((value, i) => value / here[i]!),
  )
  return { arm, fit, elsewhere, factor: bounded(expectation(elsewhere, fit.likelihood) / fit.wrong) }
}

/** Bounds the Bayes factor: a skill that was rewritten may fit again. */
const MOST = 1000
const bounded = (factor: number) => Math.min(MOST, Math.max(1 / MOST, factor))

const LEAST = 1e-12

/** The likelihood of the outcomes on one kind of task for each success rate, whether the skill fits or not. */
export const mixture = ({ likelihood, wrong }: Fit, prior: number): GridValues =>
  likelihood.map((value) => Math.max(LEAST, prior * value + (1 - prior) * wrong))

/** Posterior of the success rate on this kind of task, and for each rate the probability that the skill fits. */
export function posteriorHere(
  { fit, elsewhere }: SkillPosterior,
  prior: number,
): { readonly belief: GridValues; readonly fits: GridValues } {
  const mixed = mixture(fit, prior)
  return { belief: posterior(elsewhere, mixed), fits: fit.likelihood.map((value, i) => (prior * value) / mixed[i]!) }
}
