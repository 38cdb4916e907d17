import { fingerprint } from './digest.ts'
import type { Explanation } from './routing/explanation.ts'
import type { Candidate, DecisionReason } from './routing/logged.ts'

export interface Task {
  readonly text: string
  readonly sessionId?: string
  readonly promptId?: string
  readonly engine?: string
  readonly projectDir?: string
  /** As of a turn (`TurnTrajectory`): what a host gives is replaced. */
  readonly project?: string
}

/** The prompt id where the engine gives none: a hash of the redacted text, equal for the task and for its turn. */
export const promptKey = (redactedText: string): string => `${WORDS_KEY}${fingerprint(redactedText)}`

/** Prefix of prompt ids that were made from a text. */
export const WORDS_KEY = 'text:'

/**
 * Largest distance, in ms, between a hook's decision and a prompt in the transcript that count as the same prompt
 * although their texts differ: for a slash command an agent gives the hook the expanded text and writes only the
 * command's name into the transcript.
 */
export const SAME_PROMPT_MS = 10_000

export interface Pick {
  readonly skill: string
  /** Absolute path of the skill's SKILL.md. */
  readonly path: string
  /** One short, non-binding line for the model; several lines where an agent can be given a skill only as text. */
  readonly hint: string
  /** Probability with which this skill was picked. */
  readonly propensity: number
}

export interface Decision {
  readonly id: string
  readonly pick: Pick | null
  readonly reason: DecisionReason
  readonly candidates: readonly Candidate[]
  /** How the decision was made; present when it was asked for. */
  readonly explanation?: Explanation
  /** The error, when the reason is `failed`; the host goes on without a pick. */
  readonly error?: string
}
