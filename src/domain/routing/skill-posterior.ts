import { decayedArm, decayedFit, type Moment } from './decay.ts'
import { type Arm, type Fit, newArm, newFit, type World } from './learned-rates.ts'
import { expectation, type GridValues, posterior } from './success-rates.ts'

/** The posterior of a skill on one kind of task. */
export interface SkillPosterior {
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
