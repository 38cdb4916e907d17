import type { Random } from '../beta.ts'

/** A candidate that is best, or as good as the best, on some tasks. */
export interface OnFront {
  /** Its index. */
  readonly candidate: number
  /** Number of tasks that it is best on. */
  readonly best: number
}

/**
 * The candidates that no other beats on every task (GEPA: Agrawal et al. 2025, Pareto selection per task); `scores` has a row
 * for each candidate with a score for each task. Among candidates with equal scores the first is kept.
 */
export function paretoFront(scores: readonly (readonly number[])[]): readonly OnFront[] {
  const tasks = scores[0]?.length ?? 0
  const best = new Map<number, number>()
  for (let task = 0; task < tasks; task++) {
    const top = Math.max(...scores.map((row) => row[task] ?? 0))
    scores.forEach((row, candidate) => {
      if ((row[task] ?? 0) >= top) best.set(candidate, (best.get(candidate) ?? 0) + 1)
    })
  }
  const front = [...best].map(([candidate, count]) => ({ candidate, best: count }))
  return front
    .filter(
      (one) => !front.some((other) => beats(scores[other.candidate] ?? [], scores[one.candidate] ?? [], other, one)),
    )
    .sort((a, b) => a.candidate - b.candidate)
}

/** One of the front, each as likely as the number of tasks that it is best on. */
export function drawFrom(front: readonly OnFront[], random: Random): number {
  let left = random() * front.reduce((sum, { best }) => sum + best, 0)
  for (const { candidate, best } of front) {
    left -= best
    if (left < 0) return candidate
  }
  return front.at(-1)?.candidate ?? 0
}

/** Whether a is nowhere worse than b, and somewhere better or earlier. */
function beats(a: readonly number[], b: readonly number[], one: OnFront, other: OnFront): boolean {
  if (one.candidate === other.candidate || a.some((score, task) => score < (b[task] ?? 0))) return false
  return a.some((score, task) => score > (b[task] ?? 0)) || one.candidate < other.candidate
}
