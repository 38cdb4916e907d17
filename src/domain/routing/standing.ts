import { fadedArm, fadedFit, type Moment } from './fading.ts'
import { type Arm, type Fit, newArm, newFit, type World } from './knowledge.ts'
import { believed, type Column, expected } from './quality.ts'

/** Where a skill stands with one kind of task. */
export interface Standing {
  /** Its arm and its fit as of now. */
  readonly arm: Arm
  readonly fit: Fit
  /** Belief in its success rate from all other kinds of task. */
  readonly elsewhere: Column
  /** Bayes factor of its outcomes here for "fits" against "does not". */
  readonly factor: number
}

/** Brings what is known of a skill to the present; `prior` is its probability of fitting before its outcomes here. */
export function standingOf(
  { population }: World,
  known: { readonly arm?: Arm | undefined; readonly fit?: Fit | undefined },
  prior: number,
  moment: Moment,
): Standing {
  const arm = fadedArm(known.arm ?? newArm(moment.now), population, moment)
  const fit = fadedFit(known.fit ?? newFit(moment.now), prior, population, moment)
  // What this kind of task has added to the arm is taken off again, or it would count twice.
  const here = mixture(fit, prior)
  const elsewhere = believed(
    population,
    arm.likelihood.map((value, i) => value / here[i]!),
  )
  return { arm, fit, elsewhere, factor: bounded(expected(elsewhere, fit.likelihood) / fit.wrong) }
}

/** No more is believed of a fit than a thousand to one: a skill that was rewritten may fit again. */
const MOST = 1000
const bounded = (factor: number) => Math.min(MOST, Math.max(1 / MOST, factor))

const LEAST = 1e-12

/** The likelihood of the outcomes on one kind of task for each success rate, whether the skill fits or not. */
export const mixture = ({ likelihood, wrong }: Fit, prior: number): Column =>
  likelihood.map((value) => Math.max(LEAST, prior * value + (1 - prior) * wrong))

/** Belief in the success rate here, and for each rate the probability that the skill fits. */
export function here({ fit, elsewhere }: Standing, prior: number): { readonly belief: Column; readonly fits: Column } {
  const mixed = mixture(fit, prior)
  return { belief: believed(elsewhere, mixed), fits: fit.likelihood.map((value, i) => (prior * value) / mixed[i]!) }
}
