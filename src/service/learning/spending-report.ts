import type { CallRecord, CallStore, Spending } from '../../store/ports/call-store.ts'
import type { ReviewCount, ReviewStore } from '../../store/ports/review-store.ts'
import { type DoubtedProposal, withDuplicates } from './duplicate-proposal.ts'

export interface ModelSpending {
  /** What was spent on models since a time, and the latest calls. */
  modelUsage(since: Date): Promise<ModelUsage>
  /** What models were asked about so far, and what they took since a time. */
  reviewed(since: Date): Promise<ReviewSummary>
}

export interface ModelUsage {
  readonly spending: readonly Spending[]
  readonly latest: readonly CallRecord[]
  readonly proposals: readonly DoubtedProposal[]
}

export interface ReviewSummary {
  readonly counts: readonly ReviewCount[]
  readonly spending: readonly Spending[]
}

/** Calls and proposals that one report shows at most. */
const MAX_LATEST = 50

export const createModelSpending = (
  store: Pick<CallStore, 'spending' | 'latestCalls'> & Pick<ReviewStore, 'modelProposals' | 'reviewCounts'>,
): ModelSpending => ({
  modelUsage: async (since) => ({
    spending: await store.spending(since.getTime()),
    latest: await store.latestCalls(MAX_LATEST),
    proposals: withDuplicates(await store.modelProposals(MAX_LATEST)),
  }),
  reviewed: async (since) => ({
    counts: await store.reviewCounts(),
    spending: await store.spending(since.getTime()),
  }),
})
