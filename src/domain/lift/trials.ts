import type { Counts } from '../hydration.ts'
import type { DecisionReason, LoggedContender } from '../routing/logged.ts'

/** One settled decision in which a skill could have been offered, or none. */
export interface Trial {
  /** Whether the skill was offered; otherwise nothing was. */
  readonly treated: boolean
  readonly success: boolean
  /** Logged probability that nothing was offered. */
  readonly chanceOfNone: number
}

/** Sufficient statistics of any number of trials. */
export interface Trials {
  readonly treated: Counts
  readonly control: Counts
  readonly noneChances: number
}

/** Sums that are added to in place: a log has millions of trials. */
export type Sums = Changeable<Trials>
type Changeable<T> = T extends object ? { -readonly [K in keyof T]: Changeable<T[K]> } : T

export const noTrials = (): Sums => ({
  treated: { successes: 0, failures: 0 },
  control: { successes: 0, failures: 0 },
  noneChances: 0,
})

export function addTrial(sums: Sums, trial: Trial): void {
  const { treated, success, chanceOfNone } = trial
  const counts = treated ? sums.treated : sums.control
  counts[success ? 'successes' : 'failures']++
  sums.noneChances += Math.max(0, chanceOfNone)
}

export const runsOf = ({ successes, failures }: Counts): number => successes + failures

/** The sums over the union of two sets of trials. */
export const together = (a: Trials, b: Trials): Sums => ({
  treated: both(a.treated, b.treated),
  control: both(a.control, b.control),
  noneChances: a.noneChances + b.noneChances,
})

const both = (a: Counts, b: Counts): Counts => ({
  successes: a.successes + b.successes,
  failures: a.failures + b.failures,
})

/** A settled decision in which a skill could have been offered, or none. */
export interface LiftRecord {
  /** The skill that ranked first among the contenders, for which the decision is evidence. */
  readonly first: string
  /** The skill that was offered; null for none. */
  readonly pick: string | null
  readonly success: boolean
  /** Logged probability that none was offered. */
  readonly chanceOfNone: number
}

/** Reasons of randomised decisions; a forced pick, or no pick for lack of a fitting skill, is no evidence of lift. */
export const LEFT_TO_CHANCE: readonly DecisionReason[] = ['picked', 'no_skill', 'held_out']

/** A settled decision as a record; undefined without a contender. An offer counts, loaded or not. */
export function liftRecord(
  pick: string | null,
  success: boolean,
  weighed: readonly (Pick<LoggedContender, 'propensity'> & { readonly skill: string })[],
): LiftRecord | undefined {
  const first = weighed[0]
  if (first === undefined) return undefined
  const chanceOfAny = weighed.reduce((sum, { propensity }) => sum + propensity, 0)
  return { first: first.skill, pick, success, chanceOfNone: 1 - chanceOfAny }
}
