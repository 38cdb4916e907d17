/** Successes that a score stands for: its share of five, halves rounded up; outside 0..1 clamped, NaN is 0. */
export function seedSuccesses(score: number): number {
  return Number.isNaN(score) ? 0 : Math.round(Math.min(1, Math.max(0, score)) * FULL_SCORE)
}

/** Successes that the best possible score stands for. */
const FULL_SCORE = 5

/** Simulated successes by position for `n` ranked skills: 3, 2, 1 and 0 by quartile, with integer division. */
export function headStart(n: number): number[] {
  const bounds = [Math.floor(n / 4), Math.floor(n / 2), Math.floor((3 * n) / 4)]
  return Array.from({ length: n }, (_, index) => bounds.filter((bound) => index < bound).length)
}

/** What an arm has on record. */
export interface Counts {
  readonly successes: number
  readonly failures: number
}
