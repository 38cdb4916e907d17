import type { TurnTrajectory } from '../../domain/turn.ts'
import type { StreakRule } from '../streak-rule.ts'
import type { PendingTrigger } from './trigger-store.ts'

/** Records turns, moves their streaks and credits their picks. */
export interface TurnStore {
  /**
   * Records a turn, moves its streak and credits its pick. A turn seen before, in whatever session where its
   * id is unique, changes nothing unless this reading is a fuller one: then the turn is what that one says, and what the
   * earlier one gave is taken back.
   */
  recordTurn(turn: NewTurn, rule: StreakRule): Promise<RecordedTurn>
  /**
   * Keeps turns that count later, all of them or none: `countNext` takes those that are kept in the order of their time,
   * those of one time by session and as they came. A turn seen before is treated as by `recordTurn`.
   */
  keepTurns(turns: readonly NewTurn[]): Promise<readonly KeptTurn[]>
  /**
   * Counts the oldest turns that are kept and do not count yet, at most `limit`; the last of them is the first that
   * completes a streak or for which `isLast` holds. None when all are counted.
   */
  countNext(ruleOf: (turn: TurnTrajectory) => StreakRule, until: CountUntil): Promise<readonly CountedTurn[]>
  /** The latest turn of a session, of those before a turn where one is given, if it was recorded as a success: its id. */
  lastSuccess(engine: string, sessionId: string, before?: string): Promise<string | undefined>
  /** Takes a success back: the turn is unknown from now on, and counts in no streak. False when it was none. */
  veto(turnId: string): Promise<boolean>
}

export interface NewTurn {
  readonly id: string
  readonly signature: string
  readonly trajectory: TurnTrajectory
  /** Why it is no evidence, when it is none. */
  readonly refusal?: string | undefined
}

export interface RecordedTurn {
  readonly status: 'recorded' | 'known'
  readonly turnId: string
  /** The signature of its streak: its own, or that of the group it went to. */
  readonly signature: string
  readonly streak: number
  readonly trigger?: PendingTrigger
  /** The arm that this turn's outcome was credited to. */
  readonly credited?: string
  /** It counted as a success before this fuller reading, and is none by it: what rests on it falls. */
  readonly fell?: boolean
}

export interface KeptTurn {
  readonly status: 'recorded' | 'known'
  readonly turnId: string
  /** It counted as a success before this fuller reading, and is none by it: what rests on it falls. */
  readonly fell?: boolean
}

/** Where counting stops. */
export interface CountUntil {
  readonly limit: number
  readonly isLast: (turn: TurnTrajectory) => boolean
}

/** A turn that was kept, and what counting it came to. */
export interface CountedTurn extends RecordedTurn {
  readonly turn: NewTurn
}
