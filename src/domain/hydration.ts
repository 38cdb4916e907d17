/** Simulated successes for a score from 0 to 1: five times it, halves rounded up; clamped, and NaN is 0. */
export function seedSuccesses(score: number): number {
  return Number.isNaN(score) ? 0 : Math.round(Math.min(1, Math.max(0, score)) * FULL_SCORE)
}

/** Simulated successes for a score of 1. */
const FULL_SCORE = 5

/** Simulated successes by rank for `n` ranked skills: 3, 2, 1 and 0 by quartile, with integer division. */
export function headStart(n: number): number[] {
  const bounds = quartiles(n)
  return Array.from({ length: n }, (_, index) => bounds.filter((bound) => index < bound).length)
}

/** Ranks at which the first three quartiles of `n` end; a rank earns one success for each that is greater than it. */
export const quartiles = (n: number): readonly number[] => [
  Math.floor(n / 4),
  Math.floor(n / 2),
  Math.floor((3 * n) / 4),
]

export interface Counts {
  readonly successes: number
  readonly failures: number
}
