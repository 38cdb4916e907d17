import type { Counts } from '../hydration.ts'
import type { DecisionReason, LoggedContender } from '../routing/logged.ts'

/** One settled decision in which a skill could have been offered, or none. */
export interface Trial {
  /** Whether the skill was offered; otherwise nothing was. */
  readonly treated: boolean
  readonly success: boolean
  /** Logged probabilities that the skill, and that nothing was offered. */
  readonly chance: number
  readonly chanceOfNone: number
}

/** Sufficient statistics of any number of trials. */
export interface Trials {
  readonly treated: Counts
  readonly control: Counts
  /** Sum of `chanceOfNone`. */
  readonly noneChances: number
  readonly open: OpenTrials
}

/** Sums over the trials in which both arms were possible; the weight of a control run is chance / chanceOfNone. */
export interface OpenTrials {
  readonly offers: number
  readonly offersSucceeded: number
  /** Sums over control runs. */
  readonly weights: number
  readonly weightsSucceeded: number
  readonly weightsSquared: number
  /** Sums over all these trials. */
  readonly chances: number
  readonly weightedChances: number
}

/** Sums that are added to in place: a log has millions of trials. */
export type Sums = Changeable<Trials>
type Changeable<T> = T extends object ? { -readonly [K in keyof T]: Changeable<T[K]> } : T

export const noTrials = (): Sums => ({
  treated: { successes: 0, failures: 0 },
  control: { successes: 0, failures: 0 },
  noneChances: 0,
  open: {
    offers: 0,
    offersSucceeded: 0,
    weights: 0,
    weightsSucceeded: 0,
    weightsSquared: 0,
    chances: 0,
    weightedChances: 0,
  },
})

/** Least `chanceOfNone` of a weighted trial, which bounds the weights; with a holdout every offer is above it. */
const LEAST_CHANCE = 0.002

/** Adds one trial to the sums. */
export function addTrial(sums: Sums, trial: Trial): void {
  const { treated, success, chance, chanceOfNone } = trial
  const counts = treated ? sums.treated : sums.control
  counts[success ? 'successes' : 'failures']++
  sums.noneChances += Math.max(0, chanceOfNone)
  if (chance > 0 && chanceOfNone >= LEAST_CHANCE) addOpen(sums.open, trial)
}

function addOpen(sums: Sums['open'], { treated, success, chance, chanceOfNone }: Trial): void {
  const weight = chance / chanceOfNone
  const [offer, hit] = [Number(treated), Number(success)]
  const control = (1 - offer) * weight
  sums.offers += offer
  sums.offersSucceeded += offer * hit
  sums.weights += control
  sums.weightsSucceeded += control * hit
  sums.weightsSquared += control * weight
  sums.chances += chance
  sums.weightedChances += chance * weight
}

/** Number of runs. */
export const runsOf = ({ successes, failures }: Counts): number => successes + failures

const OPEN = Object.keys(noTrials().open) as readonly (keyof OpenTrials)[]

/** The sums as numbers, in an order that `sumsOf` reads. */
export const numbersOf = ({ treated, control, noneChances, open }: Trials): readonly number[] => [
  treated.successes,
  treated.failures,
  control.successes,
  control.failures,
  noneChances,
  ...OPEN.map((key) => open[key]),
]

/** The sums of their numbers. */
export function sumsOf(numbers: Iterable<number>): Sums {
  const [a = 0, b = 0, c = 0, d = 0, noneChances = 0, ...rest] = numbers
  const { open } = noTrials()
  for (const [i, key] of OPEN.entries()) open[key] = rest[i] ?? 0
  return { treated: { successes: a, failures: b }, control: { successes: c, failures: d }, noneChances, open }
}

/** The sums over the union of two sets of trials. */
export function together(a: Trials, b: Trials): Sums {
  const others = numbersOf(b)
  return sumsOf(numbersOf(a).map((sum, i) => sum + others[i]!))
}

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
