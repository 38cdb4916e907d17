import { descend, deviations } from './descent.ts'

/** Logistic regression over standardised features. */
export interface Logit {
  /** Per feature: what is taken off and what it is then divided by. */
  readonly mean: readonly number[]
  readonly deviation: readonly number[]
  readonly weights: readonly number[]
  readonly bias: number
}

/** One yes-or-no example. */
export interface Example {
  readonly row: Float64Array
  readonly yes: boolean
  readonly weight: number
}

/** The probability of yes. */
export const probability = (model: Logit, row: ArrayLike<number>): number => logistic(logit(model, row))

/**
 * Fits to examples, held to `prior` (or to zero) as if that were `strength` examples, and then stretches and shifts the
 * logits (Platt 1999), since the prior makes them too modest. Deterministic; yields
 * between pieces of work.
 */
export function* fitLogit(examples: readonly Example[], strength: number, prior?: Logit): Generator<void, Logit> {
  const { mean, deviation } = prior ?? deviations(examples.map(({ row }) => row))
  const from = prior === undefined ? new Array<number>(mean.length + 1).fill(0) : [...prior.weights, prior.bias]
  const scaled = examples.map((example) => ({ ...example, row: standard({ mean, deviation }, example.row) }))
  const fitted = { mean: [...mean], deviation: [...deviation], ...(yield* regression(from, strength, scaled)) }
  const logits = examples.map((example) => ({ ...example, row: Float64Array.of(logit(fitted, example.row)) }))
  const { weights, bias } = yield* regression([1, 0], prior === undefined ? 1 : strength, logits)
  return { ...fitted, weights: fitted.weights.map((w) => w * weights[0]!), bias: fitted.bias * weights[0]! + bias }
}

function* regression(from: readonly number[], strength: number, examples: readonly Example[]) {
  const fitted = yield* descend(from, strength, examples, ({ row, yes, weight }, at, gradient) => {
    const error = (logistic(linear(at, at[row.length]!, row)) - (yes ? 1 : 0)) * weight
    for (let i = 0; i < row.length; i++) gradient[i]! += error * row[i]!
    gradient[row.length]! += error
  })
  return { weights: fitted.slice(0, -1), bias: fitted.at(-1)! }
}

const logistic = (z: number): number => 1 / (1 + Math.exp(-z))

const logit = (model: Logit, row: ArrayLike<number>): number => linear(model.weights, model.bias, standard(model, row))

function linear(weights: ArrayLike<number>, bias: number, row: Float64Array): number {
  let z = bias
  for (let i = 0; i < row.length; i++) z += weights[i]! * row[i]!
  return z
}

/** Features far outside of what was learned from must not carry an answer away. */
const MOST_DEVIATIONS = 4

const standard = (
  by: { mean: ArrayLike<number>; deviation: ArrayLike<number> },
  row: ArrayLike<number>,
): Float64Array =>
  Float64Array.from(row, (v, i) =>
    Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, (v - by.mean[i]!) / by.deviation[i]!)),
  )
