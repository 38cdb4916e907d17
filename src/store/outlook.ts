import type { Outcome } from '../domain/turn.ts'
import type { StreakRule } from './streak-rule.ts'

/** How much of what is kept an outlook looks at. */
export interface OutlookBounds {
  /** Turns, the latest recorded ones. */
  readonly turns: number
  /** Streaks that are named, of each kind. */
  readonly streaks: number
  /** How streaks are kept: of `similar`, those by exact signature run beside the groups, and a turn waits in both. */
  readonly grouping: StreakRule['grouping']
}

/** What became of the latest turns, and how near their streaks are to a draft. */
export interface Outlook {
  /** Turns that were looked at. */
  readonly turns: number
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** Successes that are no evidence, by the gate that refused them; `no_word`: the request has no word to go by. */
  readonly refused: Readonly<Record<string, number>>
  /** Open streaks, and those of them that a single turn waits in. */
  readonly open: number
  readonly alone: number
  /** The longest open streaks, the most recently extended first among equals. */
  readonly nearest: readonly OpenStreak[]
  /** Full streaks that no draft was made of, the latest first. */
  readonly turnedDown: readonly TurnedDownStreak[]
}

/** A streak that has begun and not yet set off a draft. */
export interface OpenStreak {
  readonly signature: string
  /** It takes one exact signature, and expires. */
  readonly exact: boolean
  /** Turns that wait in it. */
  readonly streak: number
  /** Its latest turn, what was asked there, and when, in ms since 1970. */
  readonly turnId: string
  readonly request: string
  readonly at: number
}

/** A full streak that no draft was made of. */
export interface TurnedDownStreak {
  /** What the skill would have been called. */
  readonly skill: string
  /** `refused`: its turns teach nothing; `suppressed`: a skill of the person, or their word, stands against it. */
  readonly as: 'refused' | 'suppressed'
  readonly reason: string
  /** When it was turned down, in ms since 1970. */
  readonly at: number
}

/** The first so many, the longest before others, then the latest; of two that end with the same turn, the longer. */
export function nearestOf(open: readonly OpenStreak[], most: number): readonly OpenStreak[] {
  const sorted = open.toSorted((a, b) => b.streak - a.streak || b.at - a.at || Number(a.exact) - Number(b.exact))
  const seen = new Set<string>()
  const once = sorted.filter(({ turnId }) => !seen.has(turnId) && seen.add(turnId))
  return once.slice(0, most)
}
