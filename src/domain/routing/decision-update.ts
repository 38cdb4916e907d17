import type { Outcome } from '../turn.ts'
import { SUREST } from './choice.ts'
import { decayed, decayFactor } from './decay.ts'
import { afterOffer } from './holdout.ts'
import { type Arm, type Fit, NEW_WORLD, newArm, type World } from './learned-rates.ts'
import type { LoggedDecision } from './logged.ts'
import { updateWithoutSkill, updateWithSkill } from './posterior-update.ts'
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

/** What of a logged decision an update needs. */
export type UpdatedDecision = Pick<LoggedDecision, 'number' | 'kind' | 'pick' | 'weighed'>

/** An outcome, and whether the skill was used. */
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
