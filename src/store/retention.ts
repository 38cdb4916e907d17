import type { Trials } from '../domain/lift/trials.ts'

/** What of the past is kept. Times are unix milliseconds. */
export interface RetentionRule {
  readonly now: number
  /** Turns that were before this go, unless something still needs them. */
  readonly turnsBefore: number
  /** Decisions that were before this go into the sums that lift is worked out from. */
  readonly decisionsBefore: number
  /** Bytes that the rows may take; beyond it the oldest go first, whatever their age. */
  readonly maxBytes: number
  /** What is younger than this stays all the same; streaks without a turn since wait for nothing any more. */
  readonly streaksFrom: number
  /** Whether a transcript is gone: how far it was read is not kept then. */
  readonly isGone: (path: string) => boolean
}

/** What one step of retention removed. */
export interface Retained {
  readonly turns: number
  readonly decisions: number
  /** Whether another step has something to look at. */
  readonly more: boolean
}

/** What decisions that went said of the skill that came first in them, as sums. */
export interface LiftSums {
  readonly skill: string
  readonly own: Trials
  /** The same decisions for any skill against none. */
  readonly overall: Trials
}
