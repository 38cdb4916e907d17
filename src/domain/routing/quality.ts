/** Success rates that a belief spreads over: .05 to .95. */
export const GRID: readonly number[] = Array.from({ length: 19 }, (_, i) => (i + 1) / 20)

/** One number for each success rate of the grid. */
export type Column = readonly number[]

/** A likelihood that says nothing. */
export const FLAT: Column = GRID.map(() => 1)

/** Counts as a likelihood over the grid, relative to its highest; fractional counts are fine. */
export function likelihoodOf(successes: number, failures: number): Column {
  const logs = GRID.map((rate) => successes * Math.log(rate) + failures * Math.log(1 - rate))
  const highest = Math.max(...logs)
  return logs.map((log) => Math.exp(log - highest))
}

/** The belief that a likelihood makes of a prior; sums to 1. */
export function believed(prior: Column, likelihood: Column): Column {
  const joint = prior.map((p, i) => p * likelihood[i]!)
  const total = joint.reduce((a, b) => a + b, 0)
  return joint.map((value) => value / total)
}

/** What a belief expects of one number for each success rate. */
export const expected = (belief: Column, of: Column): number => belief.reduce((sum, p, i) => sum + p * of[i]!, 0)

/** Skills' worth of evidence that the first guess of the population weighs. */
const GUESS_WEIGHT = 4
/** Enough where the start is the fit of a few outcomes ago. */
const ROUNDS = 10
const GUESS_TOTAL = GRID.reduce((sum, rate) => sum + Math.sqrt(rate), 0)

/** First guess of how good skills are: Beta(1.5, 1), a little above a coin, since somebody thought each worth writing. */
export const GUESS: Column = GRID.map((rate) => Math.sqrt(rate) / GUESS_TOTAL)

/**
 * The distribution of success rates over skills, from the likelihoods of those used: what is believed of one not seen
 * yet (nonparametric empirical Bayes by EM, Laird 1978, started at `from`). Sums to 1; none used gives the first guess.
 */
export function populationOf(likelihoods: readonly Column[], from: Column = GUESS, rounds = ROUNDS): Column {
  let population = from
  for (let round = 0; round < rounds; round++) {
    const sum = GUESS.map((p) => p * GUESS_WEIGHT)
    for (const likelihood of likelihoods) for (const [i, p] of believed(population, likelihood).entries()) sum[i]! += p
    population = sum.map((value) => value / (likelihoods.length + GUESS_WEIGHT))
  }
  return population
}
