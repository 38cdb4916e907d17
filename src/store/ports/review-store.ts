import type { TurnTrajectory } from '../../domain/turn.ts'
import type { Heard } from '../../domain/wishes/wishes.ts'
import type { Claim } from '../streak-rule.ts'
import type { PendingTrigger } from './turn-store.ts'

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
  /** Sessions whose id begins with a text, the shortest id first; `most` is three unless told otherwise. */
  sessionsLike(id: string, most?: number): Promise<readonly SessionRow[]>
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
  readonly turns: number
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

/** Requests that count as evidence but are in no streak, and the streaks that are formed from them. */
export interface RecurrenceStore {
  /** Projects with such requests, by name (empty: no folder was reported). */
  lonelyProjects(): Promise<readonly LonelyProject[]>
  /**
   * The latest such requests of a project up to a time (Unix ms), oldest first: successes that passed the request
   * gates, are evidence of no version, share no streak with another turn, and followed no skill.
   */
  loneRequests(project: string, until: number, limit: number): Promise<readonly LoneRequest[]>
  /**
   * Completes a streak of lone requests, and records the proposal that it comes from. Undefined, without effect, if one
   * of the turns is no longer a success or is used by another draft or streak.
   */
  completeMeant(streak: MeantStreak, claim: Claim, proposal: ProposalRecord): Promise<PendingTrigger | undefined>
  /** Proposals about a subject, the newest first. */
  proposalsAbout(subject: string, limit: number): Promise<readonly ProposalRecord[]>
}

/** A request that counts as evidence but is in no streak. */
export interface LoneRequest {
  readonly turnId: string
  /** Unix ms. */
  readonly at: number
  readonly sessionId: string
  readonly text: string
}

export interface LonelyProject {
  readonly project: string
  readonly requests: number
  /** Time of the latest of them (Unix ms). */
  readonly lastAt: number
}

export interface MeantStreak {
  readonly signature: string
  /** Oldest first. */
  readonly turnIds: readonly string[]
  /** Least length of a streak. */
  readonly threshold: number
}

/** 'heard': it stands, and the person said nothing about it; 'ended': it was taken back, or stands no more. */
export type RuleState = 'heard' | 'taken' | 'dropped' | 'ended'

export interface StandingRule {
  readonly id: string
  /** The only project in which it was voiced; absent for a rule for all. */
  readonly project?: string
  readonly text: string
  /** Ids of the turns that voice it, oldest first. */
  readonly sources: readonly string[]
  readonly sessions: number
  readonly state: RuleState
  /** When it last changed, Unix ms. */
  readonly at: number
}

/** The requests in which standing wishes are heard, and the rules that were. */
export interface WishStore {
  /** The latest requests of persons, oldest first; a turn without a session is a session of its own. */
  latestRequests(limit: number): Promise<readonly Heard[]>
  /** All rules, whatever their state, by id. */
  rules(): Promise<readonly StandingRule[]>
  /** Adds and replaces rules by their ids; a rule that a person decided about since `at` of the given one keeps its state. */
  saveRules(rules: readonly StandingRule[]): Promise<void>
}
