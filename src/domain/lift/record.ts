import type { DecisionReason } from '../routing/candidate.ts'
import type { LoggedContender } from '../routing/logged.ts'

/** A settled decision in which a skill could have been offered, and none as well. */
export interface LiftRecord {
  /** The skill that came first among the contenders: the one that the decision tells of. */
  readonly first: string
  /** What was offered; null for none. */
  readonly pick: string | null
  readonly success: boolean
  /** Probability with which the first was to be offered, and any, and none. */
  readonly chance: number
  readonly chanceOfAny: number
  readonly chanceOfNone: number
}

/** Reasons of decisions that were left to chance; a forced pick, or none for want of a fitting skill, tells nothing. */
export const LEFT_TO_CHANCE: readonly DecisionReason[] = ['picked', 'no_skill', 'held_out']

/** A settled decision as a record; undefined without a contender. An offer counts whether or not the skill was loaded. */
export function liftRecord(
  pick: string | null,
  success: boolean,
  weighed: readonly (Pick<LoggedContender, 'propensity'> & { readonly skill: string })[],
): LiftRecord | undefined {
  const first = weighed[0]
  if (first === undefined) return undefined
  const chanceOfAny = weighed.reduce((sum, { propensity }) => sum + propensity, 0)
  return { first: first.skill, pick, success, chance: first.propensity, chanceOfAny, chanceOfNone: 1 - chanceOfAny }
}
