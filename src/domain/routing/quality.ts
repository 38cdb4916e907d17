/** Success rates that a belief spreads over, closer at the ends: where most runs succeed, .95 and .985 differ. */
export const GRID: readonly number[] = [0.015, ...Array.from({ length: 19 }, (_, i) => (i + 1) / 20), 0.985]

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
/** Share of the failures without a skill that a new one is guessed to spare. */
const SPARED = 0.2

/**
 * First guess of how good skills are, where so many runs succeed without: Beta(a, 1) with a mean a little above, since
 * a person thought each worth writing. It must follow that rate, or no skill would be tried where most runs succeed.
 */
export function guessedPopulation(none: number): Column {
  const mean = none + (1 - none) * SPARED
  const below = [0, ...GRID.slice(1).map((rate, i) => ((rate + GRID[i]!) / 2) ** (mean / (1 - mean))), 1]
  return GRID.map((_, i) => below[i + 1]! - below[i]!)
}

/**
 * The distribution of success rates over skills, from the likelihoods of those used: what is believed of one not seen
 * yet (nonparametric empirical Bayes by EM, Laird 1978, started at `from`). Sums to 1; none used gives `guess`.
 */
export function populationOf(likelihoods: readonly Column[], guess: Column, from = guess, rounds = ROUNDS): Column {
  let population = from
  for (let round = 0; round < rounds; round++) {
    const sum = guess.map((p) => p * GUESS_WEIGHT)
    for (const likelihood of likelihoods) for (const [i, p] of believed(population, likelihood).entries()) sum[i]! += p
    population = sum.map((value) => value / (likelihoods.length + GUESS_WEIGHT))
  }
  return population
}
