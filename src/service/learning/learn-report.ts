import type { WaylandError } from '../../domain/errors.ts'
import type { Fallen } from '../../domain/learning/gate.ts'
import type { Proposal } from '../../domain/learning/proposal.ts'
import type { TokenUsage } from '../../model/language-model.ts'
import type { Asker } from './model-questions.ts'
import type { Staged } from './staged.ts'

export interface LearnReport {
  /** Sessions, or passages of documents, whose review was completed. */
  readonly reviewed: number
  /** Projects whose requests a model was sent. */
  readonly projects: number
  /** Number of sessions and projects that were not reviewed, by reason. */
  readonly skipped: Readonly<Record<string, number>>
  readonly calls: number
  readonly tokens: TokenUsage | 'unknown'
  /** Sessions and projects whose questions wait for an answer. */
  readonly waiting: number
  /** Ids of sessions that went on less than half an hour ago, and are reviewed once they rested or are named. */
  readonly resting: readonly string[]
  readonly failed: readonly { readonly subject: string; readonly why: string }[]
  readonly proposals: readonly (ReviewedProposal & { readonly subject: string })[]
  /** Groups of requests that a model called one task, with the result for each. */
  readonly tasks: readonly RecurringTask[]
  /** Drafts of streaks that a model was asked to reword. */
  readonly reworded: readonly RewordedDraft[]
  /** The questions that would be sent, in a dry run. */
  readonly questions: readonly {
    readonly subject: string
    readonly reasons: readonly string[]
    readonly prompt: string
    readonly text: string
  }[]
  /** Why the run ended before all sessions were reviewed. */
  readonly stopped?: WaylandError
}

/** A proposal of a review as its checks left it, with its result. */
export interface ReviewedProposal {
  readonly skill: string
  readonly proposal: Proposal
  readonly staged: Staged
  readonly fallen: readonly Fallen[]
  readonly id: string
  /** Ids of the calls behind it. */
  readonly calls: readonly string[]
}

/** The result for a group of requests that a model called one task. */
export interface RecurringTask {
  readonly subject: string
  readonly task: string
  readonly requests: readonly string[]
  readonly skill: string
  /** `staged`: a draft was made, or a version of one. */
  readonly status: 'staged' | 'refused'
  readonly rule?: string
  readonly reason: string
}

/** A draft of a streak that a model was asked to reword. */
export interface RewordedDraft {
  readonly skill: string
  readonly reason: string
  /** The result for the new text; absent where the model kept the old one. */
  readonly staged?: Staged
}

export type Draft = {
  -readonly [K in keyof Pick<LearnReport, 'reviewed' | 'projects' | 'waiting' | 'stopped'>]: LearnReport[K]
} & {
  readonly skipped: Record<string, number>
  readonly resting: string[]
  readonly failed: { subject: string; why: string }[]
  readonly proposals: LearnReport['proposals'][number][]
  readonly tasks: RecurringTask[]
  readonly reworded: RewordedDraft[]
  readonly questions: LearnReport['questions'][number][]
}

export function totals(report: Draft, asker: Pick<Asker, 'calls' | 'tokens' | 'unknown'> | undefined): LearnReport {
  const { calls = 0, tokens = NO_TOKENS, unknown = 0 } = asker ?? {}
  return { ...report, calls, tokens: unknown > 0 ? 'unknown' : tokens }
}

const NO_TOKENS: TokenUsage = { input: 0, output: 0 }

export const emptyReport = (): Draft => ({
  ...{ reviewed: 0, projects: 0, skipped: {}, waiting: 0 },
  ...{ resting: [], failed: [], proposals: [], tasks: [], reworded: [], questions: [] },
})

/** Whether the run ends here: it was stopped, or reached its limit of reviews. */
export const isEnough = (
  { most = Number.POSITIVE_INFINITY, signal }: { readonly most?: number; readonly signal?: AbortSignal },
  report: Draft,
): boolean =>
  report.stopped !== undefined ||
  signal?.aborted === true ||
  report.reviewed + report.projects + report.reworded.length + report.failed.length >= most

export function count({ skipped }: Draft, reason: string): void {
  skipped[reason] = (skipped[reason] ?? 0) + 1
}
