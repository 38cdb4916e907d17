import { fingerprint } from './digest.ts'
import type { Candidate, DecisionReason } from './routing/candidate.ts'
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
export const promptKey = (redactedText: string): string => `${WORDS_KEY}${fingerprint(redactedText)}`

/** What a prompt id that was made of words begins with. */
export const WORDS_KEY = 'text:'

/**
 * A hook's decision and its prompt in the transcript that are no farther apart are of one prompt, in milliseconds: an agent
 * gives a hook the text of a command of its own where the transcript has the command's name.
 */
export const SAME_PROMPT_MS = 10_000

export interface Pick {
  readonly skill: string
  /** Absolute path of the skill's SKILL.md. */
  readonly path: string
  /** One short, non-binding line for the model; lines, where an agent can be given the text of the skill only so. */
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
