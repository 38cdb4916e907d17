import type { HandedQuestion } from '../model/handoff.ts'
import type { DoubtedProposal } from '../service/duplicate-proposal.ts'
import type { LearnReport } from '../service/learn-report.ts'
import type { LearnOptions } from '../service/learner.ts'
import type { Staged } from '../service/staged.ts'
import type { CallRecord, Spending } from '../store/ports/call-store.ts'
import type { ReviewCount } from '../store/ports/review-store.ts'

/** Learns with a language model, where one is configured; nothing of it is loaded otherwise. */
export interface ModelLearning {
  /**
   * Reviews sessions that have ended: the model proposes, rules decide, and what they accept waits for a person. Throws
   * `bad_option` where no model is configured; with `dryRun` none is needed.
   */
  learn(options?: LearnOptions): Promise<LearnReport>
  /**
   * Stages a proposal, by its id or the beginning of it, as a skill of its own although it was refused as a duplicate
   * of another skill or merged into one. Asks no model. Throws `bad_usage`.
   */
  notDuplicate(proposal: string): Promise<{ readonly skill: string; readonly staged: Staged }>
  /** Asks the model one small question. Throws `bad_option`, `over_budget`, `model_unavailable` and `model_refused`. */
  tryModel(): Promise<ModelTrial>
  /** What was spent on models since a time, and the latest calls. */
  modelUsage(since: Date): Promise<ModelUsage>
  /** What models were asked about so far, and what they took since a time. Loads nothing of theirs. */
  reviewed(since: Date): Promise<ReviewSummary>
  /** Questions that wait for an answer, with provider `handoff`. */
  modelQuestions(): Promise<readonly HandedQuestion[]>
  /**
   * Answers one of these questions; the next `learn` continues with the answer. Throws `bad_usage` where no question of
   * this id waits.
   */
  answerQuestion(id: string, value: unknown, model?: string): Promise<void>
}

export interface ReviewSummary {
  readonly counts: readonly ReviewCount[]
  readonly spending: readonly Spending[]
}

/** How a model answered a small question. */
export interface ModelTrial {
  readonly status: 'answered' | 'waiting'
  readonly model: string
  readonly usage: { readonly input: number; readonly output: number } | 'unknown'
  readonly milliseconds: number
  readonly kept: boolean
}

export interface ModelUsage {
  readonly spending: readonly Spending[]
  readonly latest: readonly CallRecord[]
  /** The latest proposals with their results. */
  readonly proposals: readonly DoubtedProposal[]
}
