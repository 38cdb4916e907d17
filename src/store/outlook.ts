import type { Outcome } from '../domain/turn.ts'
import type { StreakRule } from './streak-rule.ts'

export interface OutlookBounds {
  readonly turns: number
  /** How many streaks of each kind are listed at most. */
  readonly streaks: number
  /** How streaks are grouped; with `similar` exact signatures are counted, too, and a turn waits in both. */
  readonly grouping: StreakRule['grouping']
}

/** Results of the latest turns, and how near their streaks are to a draft. */
export interface Outlook {
  readonly turns: number
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** Successes that are no evidence, by the gate that refused them; `no_word`: the request has no keyword. */
  readonly refused: Readonly<Record<string, number>>
  /** Open streaks, and how many of them hold a single turn. */
  readonly open: number
  readonly alone: number
  /** The longest open streaks; among equals the most recently extended first. */
  readonly nearest: readonly OpenStreak[]
  /** Completed streaks without a draft, latest first. */
  readonly turnedDown: readonly TurnedDownStreak[]
}

export interface OpenStreak {
  readonly signature: string
  /** It counts one exact signature, and expires. */
  readonly exact: boolean
  /** Number of its turns. */
  readonly streak: number
  /** Its latest turn, that turn's request, and its time in Unix ms. */
  readonly turnId: string
  readonly request: string
  readonly at: number
}

/** A completed streak without a draft. */
export interface TurnedDownStreak {
  /** The name that the skill would have got. */
  readonly skill: string
  /** `refused`: its turns teach nothing; `suppressed`: a person's skill or decision excludes it. */
  readonly as: 'refused' | 'suppressed'
  readonly reason: string
  /** When that was decided, in Unix ms. */
  readonly at: number
}

/** The first `most` streaks: longest first, then latest; of two that end with the same turn, the longer. */
export function nearestOf(open: readonly OpenStreak[], most: number): readonly OpenStreak[] {
  const sorted = open.toSorted((a, b) => b.streak - a.streak || b.at - a.at || Number(a.exact) - Number(b.exact))
  const seen = new Set<string>()
  const once = sorted.filter(({ turnId }) => !seen.has(turnId) && seen.add(turnId))
  return once.slice(0, most)
}
