import type { TurnTrajectory } from '../../domain/turn.ts'

/**
 * Which sessions were looked at for something to learn, and what was proposed from them. The engine `recurring` stands for
 * a look at the lone requests of a project; the session is then the project's folder.
 */
export interface ReviewStore {
  /** Sessions with turns that were not looked at, their latest turn from `since` to `until` (Unix ms), oldest first. */
  sessionsToReview(range: {
    readonly since: number
    readonly until: number
    readonly limit: number
  }): Promise<readonly SessionRow[]>
  /** Sessions whose id begins so, the shortest id first, at most three. */
  sessionsLike(id: string): Promise<readonly SessionRow[]>
  /** The latest turns of a session, oldest first. */
  sessionTurns(
    session: SessionKey,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly trajectory: TurnTrajectory }[]>
  /**
   * Takes a session for this process, and gives the ids of the calls that an earlier review of the same turns was answered;
   * undefined where a living process has it.
   */
  claimReview(session: SessionKey, claim: ReviewClaim): Promise<readonly string[] | undefined>
  /** How far a session was looked at; undefined if it never was. */
  review(session: SessionKey): Promise<ReviewRow | undefined>
  /** Notes that a call of a review was answered: a later one goes on from there. */
  noteReviewCall(session: SessionKey, callId: string): Promise<void>
  /** Notes how a review ended, and what it proposed, in one step. */
  finishReview(session: SessionKey, result: ReviewResult, proposals: readonly ProposalRecord[]): Promise<void>
  /** Keeps a proposal, over one of its id. */
  noteProposal(proposal: ProposalRecord): Promise<void>
  /** Proposals, the newest first, at most so many; of one skill where it is named. */
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

export interface ReviewRow {
  readonly state: ReviewState
  /** Time of the latest turn that was looked at (Unix ms). */
  readonly upTo: number
  /** Why it was reviewed, or was not. */
  readonly reason: string
  readonly attempts: number
  /** When it was looked at (Unix ms). */
  readonly at: number
}

export type ReviewState = 'working' | 'reviewed' | 'skipped' | 'waiting' | 'failed'

export interface ReviewClaim {
  readonly run: string
  readonly pid: number
  readonly at: number
  /** Time of the latest turn that is looked at. */
  readonly upTo: number
  /** A claim older than this (ms) is taken over. */
  readonly staleMs: number
  readonly alive: (pid: number) => boolean
}

export interface ReviewResult {
  readonly state: Exclude<ReviewState, 'working'>
  /** Time of the latest turn that was looked at. */
  readonly upTo: number
  /** Why it was reviewed, or was not. */
  readonly reason: string
  readonly run: string
  readonly at: number
}

export interface ProposalRecord {
  readonly id: string
  /** The session, document or streak that it was drawn from. */
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
