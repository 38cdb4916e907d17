import type { Claim } from '../streak-rule.ts'
import type { ProposalRecord } from './review-store.ts'
import type { PendingTrigger } from './trigger-store.ts'

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
