import { asWaylandError, type WaylandError } from '../domain/errors.ts'
import type { ProposalRecord, ReviewStore, SessionKey } from '../store/ports/review-store.ts'
import type { Claim } from '../store/streak-rule.ts'
import type { Asker } from './asking.ts'
import type { Clock } from './clock.ts'
import { AnswerAwaited, type Questions, questionsAbout } from './questions.ts'

/** A run of `learn`: its asker, its id, and the signal that ends it. */
export type Run = Asker & { readonly run: string; readonly signal: AbortSignal }

/** What is reviewed, and the time up to which it is. */
export interface Reviewed {
  readonly key: SessionKey
  /** The subject under which its calls are logged. */
  readonly subject: string
  /** Unix ms. */
  readonly upTo: number
}

/** The result of a review; its proposals are stored with it. */
export interface Conclusion {
  readonly reason: string
  readonly records: readonly ProposalRecord[]
}

/** `skipped`: another process is reviewing it. `waiting`: for an answer, or, with a fault, for a new budget. */
export type AskedReview =
  | ({ readonly state: 'reviewed' } & Conclusion)
  | { readonly state: 'skipped' | 'waiting' | 'failed'; readonly reason: string; readonly fault?: WaylandError }

/** Runs a review that asks questions: claims it, reuses the answers of an earlier attempt, and records its result. */
export type AskedReviews = (
  reviewed: Reviewed,
  asker: Run,
  review: (questions: Questions) => Promise<Conclusion>,
) => Promise<AskedReview>

export interface AskedReviewParts {
  readonly store: ReviewStore
  readonly clock: Clock
  readonly claim: Omit<Claim, 'triggerId' | 'at'>
}

export function askedReviews({ store, clock, claim }: AskedReviewParts): AskedReviews {
  return async ({ key, subject, upTo }, asker, review) => {
    const { run } = asker
    const before = await store.claimReview(key, { ...claim, run, upTo, at: clock.now().getTime() })
    if (before === undefined) return { state: 'skipped', reason: 'another process reviews it' }
    const finish = async (
      state: 'reviewed' | 'waiting' | 'failed',
      reason: string,
      records: readonly ProposalRecord[] = [],
    ) => await store.finishReview(key, { state, reason, run, upTo, at: clock.now().getTime() }, records)
    try {
      const answered = async (callId: string) => await store.noteReviewCall(key, callId)
      const conclusion = await review(questionsAbout(subject, asker, { before, answered }))
      await finish('reviewed', conclusion.reason, conclusion.records)
      return { state: 'reviewed', ...conclusion }
    } catch (error) {
      const fault = asWaylandError(error)
      // A review without budget, or stopped before its end, has not failed.
      const isOpen = error instanceof AnswerAwaited || fault.code === 'over_budget' || asker.signal.aborted
      const state = isOpen ? 'waiting' : 'failed'
      await finish(state, fault.message)
      return { state, reason: fault.message, ...(error instanceof AnswerAwaited ? {} : { fault }) }
    }
  }
}
