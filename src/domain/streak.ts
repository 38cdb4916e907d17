import type { Outcome } from './turn.ts'

/** The state of a bucket after one more outcome on its signature. */
export interface Streak<T> {
  /** The consecutive successes so far; empty after a failure and after a trigger. */
  readonly waiting: readonly T[]
  /** The items of the full streak; present when this item completed it. */
  readonly completed?: readonly T[]
}

/** The rule of the bucket: success extends the streak, failure empties it, unknown leaves it as it is. */
export function nextStreak<T>(waiting: readonly T[], item: T, outcome: Outcome, threshold: number): Streak<T> {
  if (outcome === 'unknown') return { waiting }
  if (outcome === 'failure') return { waiting: [] }
  const streak = [...waiting, item]
  return streak.length >= threshold ? { waiting: [], completed: streak } : { waiting: streak }
}

/**
 * The streak after the turns of a refused draft are put back in front of the turns that came later. A streak that still
 * holds one of them did not cause that draft and is returned unchanged.
 */
export const withReturned = <T>(returned: readonly T[], waiting: readonly T[]): readonly T[] =>
  returned.some((item) => waiting.includes(item)) ? waiting : [...returned, ...waiting]
