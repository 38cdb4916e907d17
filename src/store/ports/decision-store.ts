import type { Knowledge } from '../../domain/routing/deliberation.ts'
import type { LoggedDecision } from '../../domain/routing/logged.ts'
import type { Outcome } from '../../domain/turn.ts'
import type { DecisionRow, EarlierDecision, Settlement } from '../decision-log.ts'

/** Decisions of the router, their outcomes, and what was learned from these. */
export interface DecisionStore {
  /** Logs a decision; with `once`, only where its prompt has none yet, else that one is given back and nothing is done. */
  addDecision(row: DecisionRow, how?: { readonly once: boolean }): Promise<EarlierDecision | undefined>
  /**
   * Credits a decision's pick, and learns from the outcome, once; later calls credit no skill, and unknown outcomes leave
   * the decision open.
   */
  settle(id: string, outcome: Outcome, at: number, loaded?: boolean): Promise<Settlement>
  /** Notes that a decision's pick was loaded, before its outcome is known. False when it is settled, or not the pick. */
  markLoaded(id: string, skill: string): Promise<boolean>
  /** What a decision needs to know of these skills and of tasks of this kind, as of now. */
  knowledge(skills: readonly string[], kind: string): Promise<Knowledge>
  /**
   * The decisions whose outcome is known, in the order in which it became known. Those of a skill whose name another one
   * has taken over since are left out.
   */
  settledDecisions(): Promise<readonly LoggedDecision[]>
}
