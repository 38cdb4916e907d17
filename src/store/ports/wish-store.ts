import type { Heard } from '../../domain/wishes/wishes.ts'

/** 'heard': it stands, and the person said nothing about it; 'ended': it was taken back, or stands no more. */
export type RuleState = 'heard' | 'taken' | 'dropped' | 'ended'

/** A standing wish of the person. */
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
