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

/**
 * Names in the order in which they earn a head start: those whose Beta mean is .5 or more, best first; then the unseen
 * in input order; then the rest, worst last. Equal means keep input order. Absent or zero counts mean unseen.
 */
export function prioritize(names: readonly string[], counts: (name: string) => Counts | undefined): string[] {
  const ranked = names.map((name) => ({ name, rank: rankOf(counts(name)) }))
  return ranked.sort((a, b) => b.rank - a.rank).map(({ name }) => name)
}

/** Means of .5 and more lie in 2.5..3, unseen at 2, the rest below 1. */
function rankOf(counts: Counts | undefined): number {
  if (counts === undefined || counts.successes + counts.failures <= 0) return 2
  const mean = (counts.successes + 1) / (counts.successes + counts.failures + 2)
  return mean >= 0.5 ? 2 + mean : mean
}
