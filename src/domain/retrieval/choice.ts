import { descend, deviations } from './descent.ts'

/** One request with its candidates: the right one among them, by number. */
export interface Choice {
  readonly rows: readonly Float64Array[]
  readonly right: number
}

/** The value of a candidate: the weighted sum of its features. */
export function worth(weights: ArrayLike<number>, row: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < row.length; i++) sum += weights[i]! * row[i]!
  return sum
}

/** Shares that sum to 1, by the exponentials of values. */
export function softmax(values: readonly number[]): number[] {
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity)
  const raised = values.map((v) => Math.exp(v - most))
  const total = raised.reduce((a, b) => a + b, 0)
  return raised.map((v) => v / total)
}

/**
 * Fits a conditional logit: weights that maximise the likelihood of the right candidate of each request, with a
 * Gaussian prior around `prior` that counts as `strength` requests. Deterministic; yields between pieces of work.
 */
export function* fitChoice(
  choices: readonly Choice[],
  prior: readonly number[],
  strength: number,
): Generator<void, readonly number[]> {
  const { deviation } = deviations(choices.flatMap(({ rows }) => rows))
  yield
  const scaled: Choice[] = []
  for (const { rows, right } of choices) {
    scaled.push({ rows: rows.map((row) => row.map((v, i) => v / deviation[i]!)), right })
    if (scaled.length % PIECE === 0) yield
  }
  const from = prior.map((weight, i) => weight * (deviation[i] ?? 1))
  const weights = yield* descend(from, strength, scaled, ({ rows, right }, at, gradient) => {
    const shares = softmax(rows.map((row) => worth(at, row)))
    rows.forEach((row, candidate) => {
      const error = shares[candidate]! - (candidate === right ? 1 : 0)
      if (Math.abs(error) > 1e-4) for (let i = 0; i < row.length; i++) gradient[i]! += error * row[i]!
    })
  })
  return weights.map((weight, i) => weight / (deviation[i] ?? 1))
}

/** Requests copied before the loop yields; copying them takes a few milliseconds. */
const PIECE = 100
