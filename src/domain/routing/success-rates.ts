/** Grid of success rates on which densities are kept, denser at the ends: where most runs succeed, .95 and .985 differ. */
export const GRID: readonly number[] = [0.015, ...Array.from({ length: 19 }, (_, i) => (i + 1) / 20), 0.985]

/** One number for each success rate of the grid. */
export type GridValues = readonly number[]

/** The likelihood of no outcomes. */
export const FLAT: GridValues = GRID.map(() => 1)

/** Counts as a likelihood over the grid, relative to its highest; fractional counts are fine. */
export function likelihoodOf(successes: number, failures: number): GridValues {
  const logs = GRID.map((rate) => successes * Math.log(rate) + failures * Math.log(1 - rate))
  const highest = Math.max(...logs)
  return logs.map((log) => Math.exp(log - highest))
}

/** Bayes' rule on the grid: prior times likelihood, normalised to sum to 1. */
export function posterior(prior: GridValues, likelihood: GridValues): GridValues {
  const joint = prior.map((p, i) => p * likelihood[i]!)
  const total = joint.reduce((a, b) => a + b, 0)
  return joint.map((value) => value / total)
}

/** Expectation under a density on the grid of a value for each success rate. */
export const expectation = (belief: GridValues, of: GridValues): number =>
  belief.reduce((sum, p, i) => sum + p * of[i]!, 0)

/** Weight of the initial population, in skills. */
const GUESS_WEIGHT = 4
/** Enough where the start is the fit of a few outcomes ago. */
const ROUNDS = 10
/** Share of the failures without a skill that a new one is assumed to avoid. */
const SPARED = 0.2

/**
 * First guess of how good skills are, where so many runs succeed without: Beta(a, 1) with a mean a little above, since
 * a person thought each worth writing. It must follow that rate, or no skill would be tried where most runs succeed.
 */
export function guessedPopulation(none: number): GridValues {
  const mean = none + (1 - none) * SPARED
  const below = [0, ...GRID.slice(1).map((rate, i) => ((rate + GRID[i]!) / 2) ** (mean / (1 - mean))), 1]
  return GRID.map((_, i) => below[i + 1]! - below[i]!)
}

/**
 * The distribution of success rates over skills, estimated from the likelihoods of those used: the prior of a skill without
 * outcomes (nonparametric empirical Bayes by EM, Laird 1978, started at `from`). Sums to 1; `guess` where none was used.
 */
export function populationOf(
  likelihoods: readonly GridValues[],
  guess: GridValues,
  from = guess,
  rounds = ROUNDS,
): GridValues {
  let population = from
  for (let round = 0; round < rounds; round++) {
    const sum = guess.map((p) => p * GUESS_WEIGHT)
    for (const likelihood of likelihoods) for (const [i, p] of posterior(population, likelihood).entries()) sum[i]! += p
    population = sum.map((value) => value / (likelihoods.length + GUESS_WEIGHT))
  }
  return population
}
