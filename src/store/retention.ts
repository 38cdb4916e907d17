import type { Trials } from '../domain/lift/trials.ts'

/** What retention keeps. Times are Unix ms. */
export interface RetentionRule {
  readonly now: number
  /** Turns before this are deleted unless something needs them. */
  readonly turnsBefore: number
  /** Decisions before this are replaced by the sums that lift is computed from. */
  readonly decisionsBefore: number
  /** Size limit of the rows in bytes; above it the oldest are deleted, whatever their age. */
  readonly maxBytes: number
  /** Younger rows are kept in any case; streaks without a turn since then have expired. */
  readonly streaksFrom: number
  /** Whether a transcript file is gone; its read position is then deleted. */
  readonly isGone: (path: string) => boolean
}

/** The result of one step of retention. */
export interface Retained {
  readonly turns: number
  readonly decisions: number
  /** Whether another step has work to do. */
  readonly more: boolean
}

/** Sums over deleted decisions, by their first candidate. */
export interface LiftSums {
  readonly skill: string
  readonly own: Trials
  /** Trials of the same decisions, with any skill against none. */
  readonly overall: Trials
}
