/** Successes that a score stands for: its share of five, halves rounded up; outside 0..1 clamped, NaN is 0. */
export function seedSuccesses(score: number): number {
  return Number.isNaN(score) ? 0 : Math.round(Math.min(1, Math.max(0, score)) * FULL_SCORE)
}

/** Successes that the best possible score stands for. */
const FULL_SCORE = 5

/** Simulated successes by position for `n` ranked skills: 3, 2, 1 and 0 by quartile, with integer division. */
export function headStart(n: number): number[] {
  const bounds = quartiles(n)
  return Array.from({ length: n }, (_, index) => bounds.filter((bound) => index < bound).length)
}

/** Where the first three quarters of `n` end; each place before such an end earns one success. */
export const quartiles = (n: number): readonly number[] => [
  Math.floor(n / 4),
  Math.floor(n / 2),
  Math.floor((3 * n) / 4),
]

/** What an arm has on record. */
export interface Counts {
  readonly successes: number
  readonly failures: number
}
