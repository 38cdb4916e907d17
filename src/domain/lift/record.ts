import type { DecisionReason } from '../routing/candidate.ts'
import type { LoggedContender } from '../routing/logged.ts'

/** A settled decision in which a skill could have been offered, or none. */
export interface LiftRecord {
  /** The skill that ranked first among the contenders, for which the decision is evidence. */
  readonly first: string
  /** The skill that was offered; null for none. */
  readonly pick: string | null
  readonly success: boolean
  /** Logged probabilities that `first`, any skill, and none was offered. */
  readonly chance: number
  readonly chanceOfAny: number
  readonly chanceOfNone: number
}

/** Reasons of randomised decisions; a forced pick, or no pick for lack of a fitting skill, is no evidence of lift. */
export const LEFT_TO_CHANCE: readonly DecisionReason[] = ['picked', 'no_skill', 'held_out']

/**
 * A settled decision as a record; undefined without a contender. An offer counts whether or not the skill was loaded.
 */
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
