import type { Counts } from '../hydration.ts'
import type { Outcome } from '../turn.ts'
import type { Weighed } from './choice.ts'

/** A contender as the log has it: all that the choice went by. */
export interface LoggedContender extends Omit<Weighed, 'name' | 'belief'> {
  readonly skill: string
  /** Simulated outcomes that its arm began with. */
  readonly seeds: Counts
}

/** A decision as the log has it: enough to learn from it again, and to measure what a skill is worth. */
export interface LoggedDecision {
  readonly id: string
  /** Decisions are counted from 1; what was learned fades by their count. */
  readonly number: number
  /** Unix milliseconds. */
  readonly at: number
  /** The kind of task: the request's signature. */
  readonly kind: string
  readonly pick: string | null
  /** Version of the pick as its folder had it. */
  readonly version: string | null
  readonly reason: DecisionReason
  /** Probability of what was done, none included; null where the version that wrote the row did not know it. */
  readonly propensity: number | null
  /** Share of the offers for this task that is held out. */
  readonly holdout: number
  /** The contenders, most relevant first: the first is the skill that this decision measures. A forced pick stands alone. */
  readonly weighed: readonly LoggedContender[]
  /** Null while it is unknown. */
  readonly outcome: Exclude<Outcome, 'unknown'> | null
  /** Whether the skill reached the model; null when unknown. */
  readonly loaded: boolean | null
  /** Its place among the settled, from 1; null before, and for one that was settled before places were given. */
  readonly settled: number | null
}

/** Relevance of the best skill that was found, weighed or not; 0 for none. */
export const bestRelevance = (found: {
  readonly weighed: readonly { readonly relevance: number }[]
  readonly candidates: readonly { readonly relevance: number }[]
}): number => found.weighed[0]?.relevance ?? found.candidates[0]?.relevance ?? 0

/** A skill that could have been picked, with its relevance, posterior mean and draw. */
export interface Candidate {
  readonly skill: string
  /** Probability that this is the right skill for the task, 0 to 1. */
  readonly relevance: number
  /** Posterior mean of its success rate. */
  readonly mean: number
  /** The Thompson draw of this decision; absent when none was made. */
  readonly draw?: number
}

/**
 * Why the router answered as it did; all of them are answers, none an error. `known`: the prompt was answered before; `late`:
 * the host does not wait for the answer any more, so that nothing was offered.
 */
export type DecisionReason =
  | 'picked'
  | 'forced'
  | 'no_candidates'
  | 'below_threshold'
  | 'no_skill'
  | 'held_out'
  | 'off'
  | 'known'
  | 'late'
  | 'failed'
