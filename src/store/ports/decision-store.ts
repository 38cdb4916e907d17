import type { Knowledge } from '../../domain/routing/deliberation.ts'
import type { LoggedDecision } from '../../domain/routing/logged.ts'
import type { Outcome } from '../../domain/turn.ts'
import type { DecisionRow, EarlierDecision, Settlement } from '../decision-log.ts'

/** How a decision is logged. */
export interface LogOptions {
  /** Whether the prompt may have a decision already, which then stands. */
  readonly once?: boolean
  /** Milliseconds to wait for another writer; after it the decision is not logged, and the error is `storage_locked`. */
  readonly waitMs?: number
}

/** Decisions of the router, their outcomes, and the statistics learned from them. */
export interface DecisionStore {
  /**
   * Logs a decision; with `once`, only if its prompt has none yet, else the existing one is returned and nothing
   * changes.
   */
  addDecision(row: DecisionRow, how?: LogOptions): Promise<EarlierDecision | undefined>
  /**
   * Credits a decision's pick and learns from the outcome, once; later calls credit nothing. An unknown outcome leaves
   * the decision open.
   */
  settle(id: string, outcome: Outcome, at: number, loaded?: boolean): Promise<Settlement>
  /**
   * Records that a decision's pick was loaded, before its outcome is known. False if it is settled, or the skill is not
   * its pick.
   */
  markLoaded(id: string, skill: string): Promise<boolean>
  /**
   * Deletes the open pick on a prompt, if it was logged at `since` (Unix ms) or later, with what it counted as an offer: its
   * hint reached no model. False if there is none.
   */
  withdraw(sessionId: string, promptId: string, since: number): Promise<boolean>
  /**
   * The tasks of a session's latest decisions, newest first, at most five; as far as they are among the latest 200
   * decisions of all sessions.
   */
  latestTasks(sessionId: string): Promise<readonly string[]>
  /** The current statistics on these skills and on tasks of this kind. */
  knowledge(skills: readonly string[], kind: string): Promise<Knowledge>
  /**
   * The decisions with a known outcome, in the order in which it became known, without those of an earlier skill of the
   * same name.
   */
  settledDecisions(): Promise<readonly LoggedDecision[]>
}
