import { type GridValues, posterior } from '../belief.ts'
import type { Counts } from '../hydration.ts'
import type { Outcome } from '../turn.ts'
import { afterOffer, SUREST } from './choice.ts'
import { decayed, decayedArm, decayedWorld, decayFactor, type Moment, mixture, posteriorOf } from './decay.ts'
import { type Arm, type Fit, GRID, NEW_WORLD, newArm, type World, wrongRate } from './learned-rates.ts'
import type { LoggedDecision } from './logged.ts'
import { NO_SEEDS, withoutSeeds, withSeeds } from './seeds.ts'

/** The stored rows before an outcome, without seeds. */
export interface StoredRows {
  readonly world: World
  readonly armOf: (skill: string) => Arm | undefined
  readonly fitOf: (skill: string, kind: string) => Fit | undefined
}

/** The rows that change; those that do not are absent. */
export interface DecisionUpdate {
  readonly world: World
  readonly arm?: { readonly skill: string; readonly arm: Arm }
  readonly fit?: { readonly skill: string; readonly kind: string; readonly fit: Fit }
}

export type UpdatedDecision = Pick<LoggedDecision, 'number' | 'kind' | 'pick' | 'weighed'>

export interface ObservedOutcome {
  readonly outcome: Exclude<Outcome, 'unknown'>
  /** Whether the pick was loaded, or, where none was offered, the first contender all the same; null when unknown. */
  readonly loaded: boolean | null
  /** Decisions after which evidence weighs half. */
  readonly halfLife: number
}

/**
 * The rows to write for the outcome of a decision, once: of the skill that was offered, or of the run without one.
 * Undefined where a skill was offered and not used, or used and not offered.
 */
export function updateFrom(
  known: StoredRows,
  decision: UpdatedDecision,
  ending: ObservedOutcome,
): DecisionUpdate | undefined {
  const { pick, weighed } = decision
  if (pick === null) return ending.loaded === true ? undefined : ofNone(known, decision, weighed[0]?.skill, ending)
  return ending.loaded === false ? undefined : ofSkill(known, decision, pick, ending)
}

function ofSkill(
  { world, armOf, fitOf }: StoredRows,
  decision: UpdatedDecision,
  skill: string,
  ending: ObservedOutcome,
): DecisionUpdate {
  const { number: now, kind, weighed } = decision
  const { prior, seeds } = weighed.find((one) => one.skill === skill) ?? { prior: SUREST, seeds: NO_SEEDS }
  const before = { arm: withSeeds(armOf(skill), seeds, now), fit: kind === '' ? undefined : fitOf(skill, kind) }
  const { outcome, halfLife } = ending
  const after = updateWithSkill(world, before, { outcome, prior, now, halfLife })
  return {
    world: after.world,
    arm: { skill, arm: withoutSeeds(after.arm, seeds) },
    // A request without a word to go by is of no kind.
    ...(kind === '' ? {} : { fit: { skill, kind, fit: after.fit } }),
  }
}

function ofNone(
  { world, armOf }: StoredRows,
  { number: now }: UpdatedDecision,
  first: string | undefined,
  { outcome, halfLife }: ObservedOutcome,
): DecisionUpdate {
  const before = first === undefined ? undefined : (armOf(first) ?? newArm(now))
  const after = updateWithoutSkill(world, before, { outcome, now, halfLife })
  return { world: after.world, ...(first === undefined ? {} : { arm: { skill: first, arm: after.first } }) }
}

/** Outcomes after which the population of success rates is fitted anew: at once while they are few, then now and then. */
export const isRefitDue = (outcomes: number): boolean =>
  outcomes % REFIT === 0 || (outcomes < REFIT && (outcomes & (outcomes - 1)) === 0)

const REFIT = 64

/** The shared rates after a decision: an offer, made or held out, updates the scale of the holdout. */
export function afterDecision(
  world: World,
  { reason, number: now }: Pick<LoggedDecision, 'reason' | 'number'>,
  first: Arm | undefined,
  halfLife: number,
): World {
  if (reason !== 'picked' && reason !== 'held_out') return world
  return afterOffer(
    world,
    first === undefined ? NEW_WORLD.none : decayed(first.none, decayFactor(first.at, { now, halfLife })),
  )
}

/** The rows that the outcome of an offered skill changes. */
interface UpdatedRows {
  readonly world: World
  readonly arm: Arm
  readonly fit: Fit
}

interface Observation extends Moment {
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
