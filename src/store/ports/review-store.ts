import type { TurnTrajectory } from '../../domain/turn.ts'

/**
 * Reviews of sessions by a model, and the proposals from them. The engine `recurring` stands for a review of a
 * project's lone requests; the session id is then the project's folder.
 */
export interface ReviewStore {
  /**
   * Sessions with turns that were not reviewed and whose latest turn is from `since` to `until` (Unix ms), oldest
   * first. A run of a schedule has ended when it is recorded, so that `until` does not hold for it.
   */
  sessionsToReview(range: {
    readonly since: number
    readonly until: number
    readonly limit: number
  }): Promise<readonly SessionRow[]>
  /** Sessions whose id begins with a text, the shortest id first, at most three. */
  sessionsLike(id: string): Promise<readonly SessionRow[]>
  /** The latest turns of a session, oldest first. */
  sessionTurns(
    session: SessionKey,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly trajectory: TurnTrajectory }[]>
  /**
   * Claims a session for this process, and returns the ids of the calls that were answered in an earlier review of the
   * same turns; undefined where a living process has claimed it.
   */
  claimReview(session: SessionKey, claim: ReviewClaim): Promise<readonly string[] | undefined>
  /** The latest review of a session; undefined if there was none. */
  review(session: SessionKey): Promise<ReviewRow | undefined>
  /** How many reviews ended in each state, by what was reviewed. */
  reviewCounts(): Promise<readonly ReviewCount[]>
  /**
   * Records that a call of a review was answered at this time (Unix ms), so that a later attempt continues from there;
   * the claim is as old as its latest answer.
   */
  noteReviewCall(session: SessionKey, callId: string, at: number): Promise<void>
  /** Records the result of a review and its proposals, in one transaction. */
  finishReview(session: SessionKey, result: ReviewResult, proposals: readonly ProposalRecord[]): Promise<void>
  /** Stores a proposal, replacing one with the same id. */
  noteProposal(proposal: ProposalRecord): Promise<void>
  /** Proposals, newest first, at most `limit`; of one skill if it is given. */
  modelProposals(limit: number, skill?: string): Promise<readonly ProposalRecord[]>
}

export interface SessionKey {
  readonly engine: string
  readonly sessionId: string
}

export interface SessionRow extends SessionKey {
  readonly projectDir: string | null
  /** Number of its turns. */
  readonly turns: number
  /** Time of its latest turn. */
  readonly lastAt: number
  /** How the latest review ended; null where there was none. */
  readonly state: ReviewState | null
  readonly attempts: number
}

export interface ReviewCount {
  readonly kind: 'session' | 'recurring' | 'reword' | 'document'
  readonly state: ReviewState
  readonly reviews: number
  /** Unix ms. */
  readonly lastAt: number
}

export interface ReviewRow {
  readonly state: ReviewState
  /** Time of the latest turn that was reviewed (Unix ms). */
  readonly upTo: number
  /** Why it was reviewed, or was not. */
  readonly reason: string
  readonly attempts: number
  /** Time of the review (Unix ms). */
  readonly at: number
}

export type ReviewState = 'working' | 'reviewed' | 'skipped' | 'waiting' | 'failed'

export interface ReviewClaim {
  readonly run: string
  readonly pid: number
  readonly at: number
  /** Time of the latest turn that is reviewed (Unix ms). */
  readonly upTo: number
  /** A claim older than this (ms) is taken over. */
  readonly staleMs: number
  readonly alive: (pid: number) => boolean
}

export interface ReviewResult {
  readonly state: Exclude<ReviewState, 'working'>
  /** Time of the latest turn that was reviewed (Unix ms). */
  readonly upTo: number
  /** Why it was reviewed, or was not. */
  readonly reason: string
  readonly run: string
  readonly at: number
}

export interface ProposalRecord {
  readonly id: string
  /** The session, document or streak from which it was made. */
  readonly subject: string
  readonly skill: string
  readonly operation: string
  readonly status: 'staged' | 'refused'
  /** The rule that refused it. */
  readonly rule: string | null
  readonly reason: string
  /** The proposal, redacted JSON. */
  readonly proposal: string
  /** Ids of the calls behind it. */
  readonly calls: readonly string[]
  readonly versionId: string | null
  readonly at: number
}
