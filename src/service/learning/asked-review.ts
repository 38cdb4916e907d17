import { asWaylandError, type WaylandError } from '../../domain/errors.ts'
import type { ProposalRecord, ReviewStore, SessionKey } from '../../store/ports/review-store.ts'
import type { Claim } from '../../store/streak-rule.ts'
import type { Clock } from '../clock.ts'
import type { Asker } from './asking.ts'
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

/** Reviews that ask questions; only one process at a time reviews a subject. */
export interface AskedReviews {
  /** Claims a review, reuses the answers of an earlier attempt, and records the result. */
  review(reviewed: Reviewed, asker: Run, decide: (questions: Questions) => Promise<Conclusion>): Promise<AskedReview>
  /** Records why a subject is not reviewed, unless another process is reviewing it. */
  skip(reviewed: Reviewed, run: string, reason: string): Promise<void>
}

export interface AskedReviewParts {
  readonly store: ReviewStore
  readonly clock: Clock
  readonly claim: Pick<Claim, 'pid' | 'alive'>
  /** Limit of the time of all calls of a review, in ms. */
  readonly reviewMs: number
}

/** Time without a new answer after which another process takes a review over, in ms. */
const STALE_MS = 30 * 60_000

export function askedReviews({ store, clock, claim: { pid, alive }, reviewMs }: AskedReviewParts): AskedReviews {
  const at = (): number => clock.now().getTime()

  const claim = async ({ key, upTo }: Reviewed, run: string): Promise<readonly string[] | undefined> =>
    await store.claimReview(key, { pid, alive, run, upTo, at: at(), staleMs: STALE_MS })

  async function review(
    reviewed: Reviewed,
    asker: Run,
    decide: (questions: Questions) => Promise<Conclusion>,
  ): Promise<AskedReview> {
    const { key, subject, upTo } = reviewed
    const { run } = asker
    const before = await claim(reviewed, run)
    if (before === undefined) return { state: 'skipped', reason: 'another process reviews it' }
    const finish = async (
      state: 'reviewed' | 'waiting' | 'failed',
      reason: string,
      records: readonly ProposalRecord[] = [],
    ) => await store.finishReview(key, { state, reason, run, upTo, at: at() }, records)
    try {
      const answered = async (callId: string) => await store.noteReviewCall(key, callId, at())
      const conclusion = await decide(questionsAbout(subject, asker, { before, answered, clock, most: reviewMs }))
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

  async function skip(reviewed: Reviewed, run: string, reason: string): Promise<void> {
    const { key, upTo } = reviewed
    if ((await claim(reviewed, run)) !== undefined)
      await store.finishReview(key, { state: 'skipped', reason, run, upTo, at: at() }, [])
  }

  return { review, skip }
}
