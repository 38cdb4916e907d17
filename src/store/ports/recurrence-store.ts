import type { Claim } from '../streak-rule.ts'
import type { ProposalRecord } from './review-store.ts'
import type { PendingTrigger } from './trigger-store.ts'

/** Requests that count as evidence and wait in no streak, and the streaks that they are put together to. */
export interface RecurrenceStore {
  /** The projects that have such requests, by folder (empty: none was reported). */
  lonelyProjects(): Promise<readonly LonelyProject[]>
  /**
   * The latest such requests of a project until a time (Unix ms), oldest first. Successes that passed the request gates,
   * are evidence of no version, wait beside no other in a streak, and followed no skill.
   */
  loneRequests(projectDir: string, until: number, limit: number): Promise<readonly LoneRequest[]>
  /**
   * Completes a streak of lone requests, and notes the proposal that it comes from. Undefined if one of them is no success
   * any more, or is used by another draft or streak; nothing is changed then.
   */
  completeMeant(streak: MeantStreak, claim: Claim, proposal: ProposalRecord): Promise<PendingTrigger | undefined>
  /** Proposals about a subject, the newest first. */
  proposalsAbout(subject: string, limit: number): Promise<readonly ProposalRecord[]>
}

/** A request that counts as evidence and waits in no streak. */
export interface LoneRequest {
  readonly turnId: string
  /** Unix ms. */
  readonly at: number
  readonly sessionId: string
  readonly text: string
}

export interface LonelyProject {
  readonly projectDir: string
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
