import { fingerprint } from './digest.ts'
import { HINT_END, HINT_OPENING } from './hint.ts'
import type { Explanation } from './routing/explanation.ts'

/** What the router is asked about. */
export interface Task {
  readonly text: string
  readonly sessionId?: string
  readonly promptId?: string
  readonly engine?: string
  readonly projectDir?: string
}

/** Stands for the prompt id of a request where its engine gives none: the same for the task and for its turn. */
export const promptKey = (redactedText: string): string => `text:${fingerprint(redactedText)}`

/** A skill that could have been picked, with what spoke for it. */
export interface Candidate {
  readonly skill: string
  /** Probability that this is the right skill for the task, 0 to 1. */
  readonly relevance: number
  /** Posterior mean of its success rate. */
  readonly mean: number
  /** The Thompson draw of this decision; absent when none was made. */
  readonly draw?: number
}

/** Why the router answered as it did; all of them are answers, none an error. */
export type DecisionReason =
  | 'picked'
  | 'forced'
  | 'no_candidates'
  | 'below_threshold'
  | 'no_skill'
  | 'held_out'
  | 'off'
  | 'failed'

export interface Pick {
  readonly skill: string
  /** Absolute path of the skill's SKILL.md. */
  readonly path: string
  /** One short, non-binding line for the model. */
  readonly hint: string
  /** Probability with which this skill was picked. */
  readonly propensity: number
}

export interface Decision {
  readonly id: string
  readonly pick: Pick | null
  readonly reason: DecisionReason
  readonly candidates: readonly Candidate[]
  /** How it came about, when that was asked for. */
  readonly explanation?: Explanation
  /** What went wrong, when the reason is `failed`; the host goes on without a pick. */
  readonly error?: string
}

/** The hint line: names the skill and the file to read, and leaves the choice to the model. */
export const hintLine = (skill: string, file: string, description: string): string =>
  `${HINT_OPENING} "${skill}" (${description}). To use it, read ${file}; ${HINT_END}`
