const EPOCHS = 24
const BATCH = 32
const RATE = 0.03

/**
 * Minimises a sum of losses by Adam (Kingma, Ba 2015) over small batches in a fixed order, with a Gaussian prior around
 * the start `from` that counts as `strength` items. `slope` adds one item's gradient. Yields after every batch.
 */
export function* descend<T>(
  from: readonly number[],
  strength: number,
  items: readonly T[],
  slope: (item: T, weights: Float64Array, gradient: Float64Array) => void,
): Generator<void, number[]> {
  const at = Float64Array.from(from)
  const first = new Float64Array(at.length)
  const second = new Float64Array(at.length)
  const batches = Math.ceil(items.length / BATCH)
  const steps = Math.max(MIN_STEPS, EPOCHS * batches)
  for (let step = 1; step <= (items.length === 0 ? 0 : steps); step++) {
    const gradient = new Float64Array(at.length)
    // A batch takes every n-th item, so that similar neighbours of the list are in different batches.
    let taken = 0
    for (let i = step % batches; i < items.length; i += batches, taken++) slope(items[i]!, at, gradient)
    const rate = RATE * (1 - step / (steps + 1))
    for (let i = 0; i < at.length; i++) {
      const g = gradient[i]! / taken + (strength * (at[i]! - from[i]!)) / items.length
      first[i] = 0.9 * first[i]! + 0.1 * g
      second[i] = 0.999 * second[i]! + 0.001 * g * g
      at[i]! -= (rate * first[i]!) / (1 - 0.9 ** step) / (Math.sqrt(second[i]! / (1 - 0.999 ** step)) + 1e-8)
    }
    yield
  }
  return [...at]
}

/** Minimum number of steps, for convergence with few items. */
const MIN_STEPS = 200

/** Mean and standard deviation of each column; a deviation of 0 is given as 1. */
export function deviations(rows: readonly Float64Array[]): { mean: Float64Array; deviation: Float64Array } {
  const length = rows[0]?.length ?? 0
  const sums = new Float64Array(length)
  const squares = new Float64Array(length)
  for (const row of rows)
    for (let i = 0; i < length; i++) {
      sums[i]! += row[i]!
      squares[i]! += row[i]! ** 2
    }
  const mean = sums.map((sum) => sum / rows.length)
  return { mean, deviation: squares.map((s, i) => Math.sqrt(Math.max(0, s / rows.length - mean[i]! ** 2)) || 1) }
}
