import type { WaylandError } from '../../domain/errors.ts'
import type { TokenUsage } from '../../model/language-model.ts'
import type { AskedReview } from './asked-review.ts'
import type { Asker } from './asking.ts'
import type { RecurringTask } from './recurrence.ts'
import type { ReviewedProposal } from './reviewed-proposal.ts'
import type { RewordedDraft } from './rewording.ts'

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

interface Noted {
  readonly subject: string
  readonly state: AskedReview['state']
  readonly reason: string
  readonly fault?: WaylandError | undefined
}

/** A report under construction. */
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

/** The finished report, with the calls and tokens of its questions. */
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

/**
 * Counts a review that was not completed; a fault that is not about a single answer stops the run. A review that waits
 * for a new budget waits for no answer.
 */
export function note(report: Draft, { subject, state, reason, fault }: Noted): void {
  if (state === 'skipped') count(report, reason)
  else if (state === 'waiting' && fault === undefined) report.waiting++
  else if (state === 'failed') report.failed.push({ subject, why: reason })
  if (fault !== undefined && fault.code !== 'model_refused') report.stopped = fault
}

export function count({ skipped }: Draft, reason: string): void {
  skipped[reason] = (skipped[reason] ?? 0) + 1
}
