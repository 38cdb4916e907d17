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
