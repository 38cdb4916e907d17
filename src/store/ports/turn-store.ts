import type { Deeds } from '../../domain/grouping/request.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { StreakRule } from '../streak-rule.ts'
import type { PendingTrigger } from './trigger-store.ts'

/** Records turns, updates their streaks and credits their picks. */
export interface TurnStore {
  /**
   * Records a turn, updates its streak and credits its pick. A known turn (in any session, if its id is unique) changes
   * nothing, unless this reading of the transcript is fuller: then it replaces the earlier one, whose effects are
   * undone.
   */
  recordTurn(turn: NewTurn, rule: StreakRule): Promise<RecordedTurn>
  /**
   * Stores turns in one transaction, to be counted later: `countNext` takes them by time, then session, then order of
   * arrival. A known turn is treated as in `recordTurn`.
   */
  keepTurns(turns: readonly NewTurn[]): Promise<readonly KeptTurn[]>
  /**
   * Counts the oldest stored turns that do not count yet, at most `limit`; stops after the first that completes a
   * streak or for which `isLast` holds. Empty when all are counted.
   */
  countNext(ruleOf: (turn: TurnTrajectory) => StreakRule, until: CountUntil): Promise<readonly CountedTurn[]>
  /** The id of a session's latest turn (before a given turn), if its outcome was recorded as success. */
  lastSuccess(engine: string, sessionId: string, before?: string): Promise<string | undefined>
  /** Other sessions among the latest 5,000 turns in which this text is the only request. */
  sessionsAlone(userInput: string, except: string): Promise<readonly string[]>
  /** Revokes a success: its outcome is unknown from now on, and it leaves its streak. False if it was none. */
  veto(turnId: string): Promise<boolean>
}

export interface NewTurn {
  readonly id: string
  readonly signature: string
  readonly trajectory: TurnTrajectory
  /** Why it is no evidence, if so. */
  readonly refusal?: string | undefined
  /** What its run did, where requests are grouped by that. */
  readonly deeds?: Deeds | undefined
}

export interface RecordedTurn {
  readonly status: 'recorded' | 'known'
  readonly turnId: string
  /** The signature of its streak: its own, or its group's. */
  readonly signature: string
  readonly streak: number
  readonly trigger?: PendingTrigger
  /** The skill that this turn's outcome was credited to. */
  readonly credited?: string
  /** It was a success before this fuller reading and is none now: drafts that it is evidence of must be withdrawn. */
  readonly fell?: boolean
}

export interface KeptTurn {
  readonly status: 'recorded' | 'known'
  readonly turnId: string
  /** It counted as a success before this fuller reading, and is none by it: what rests on it falls. */
  readonly fell?: boolean
}

/** When counting stops. */
export interface CountUntil {
  readonly limit: number
  readonly isLast: (turn: TurnTrajectory) => boolean
}

/** A turn that was stored earlier, with the result of counting it. */
export interface CountedTurn extends RecordedTurn {
  readonly turn: NewTurn
}
