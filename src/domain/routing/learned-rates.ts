import { type GridValues, likelihoodAt, posterior } from '../belief.ts'
import type { Counts } from '../hydration.ts'

/** Grid of success rates on which densities are kept, denser at the ends: where most runs succeed, .95 and .985 differ. */
export const GRID: readonly number[] = [0.015, ...Array.from({ length: 19 }, (_, i) => (i + 1) / 20), 0.985]

/** The likelihood of no outcomes. */
const FLAT: GridValues = GRID.map(() => 1)

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
function guessedPopulation(none: number): GridValues {
  const mean = none + (1 - none) * SPARED
  const below = [0, ...GRID.slice(1).map((rate, i) => ((rate + GRID[i]!) / 2) ** (mean / (1 - mean))), 1]
  return GRID.map((_, i) => below[i + 1]! - below[i]!)
}

/**
 * The distribution of success rates over skills, estimated from the likelihoods of those used: the prior of a skill without
 * outcomes (nonparametric empirical Bayes by EM, Laird 1978, started at `from`). Sums to 1; `guess` where none was used.
 */
function populationOf(
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

/** Rates shared by all skills. One row. */
export interface World {
  /** Outcomes of runs without a skill, discounted. */
  readonly none: Counts
  /** Outcomes of runs with a skill, weighted by the probability that it did not fit; discounted. */
  readonly wrong: Counts
  /** The distribution of success rates over skills; see `withPopulation`. */
  readonly population: GridValues
  /** Mean need of a control run over recent offers, 0 to 1: the scale of the holdout. */
  readonly need: number
  /** The number of the decision up to which the counts are discounted. */
  readonly at: number
}

/** Statistics of one skill; one database row. */
export interface Arm {
  /** Outcomes and seeds as a likelihood over the grid of success rates, where the skill fits. */
  readonly likelihood: GridValues
  /** Number of counted outcomes with the skill; at 0 the likelihood holds only its seeds. */
  readonly outcomes: number
  /** Outcomes without a skill of tasks for which this one came first: its control arm, discounted. */
  readonly none: Counts
  readonly at: number
}

/** How a skill did on one kind of task. One row for each pair that has an outcome. */
export interface Fit {
  /** Its outcomes there as a likelihood over the grid, if it is the right skill for them. */
  readonly likelihood: GridValues
  /** The likelihood of the same outcomes if it is not. */
  readonly wrong: number
  readonly at: number
}

const NOTHING: Counts = { successes: 0, failures: 0 }

/** The shared rates before any outcome. */
export const NEW_WORLD: World = { none: NOTHING, wrong: NOTHING, population: guessedPopulation(0.5), need: 1, at: 0 }

/** An arm without outcomes; its seeds decay like any evidence. */
export const newArm = (now: number, seeds: Counts = NOTHING): Arm => ({
  likelihood: likelihoodAt(GRID, seeds),
  outcomes: 0,
  none: NOTHING,
  at: now,
})

/** A skill without outcomes on a kind of task. */
export const newFit = (now: number): Fit => ({ likelihood: FLAT, wrong: 1, at: now })

/**
 * The world with its population fitted anew to the arms that have outcomes: at boot, and every hundred or so outcomes.
 * Costs about .3 ms for a thousand arms.
 */
export const withPopulation = (world: World, arms: Iterable<Arm>): World => ({
  ...world,
  population: populationOf(
    [...arms].filter((arm) => arm.outcomes > 0).map((arm) => arm.likelihood),
    guessedPopulation(noneRate(world).mean),
    world.population,
  ),
})

/** Runs that the first guess of the rate without a skill weighs, and that of a skill that does not fit. */
const NONE_WEIGHT = 4
const WRONG_WEIGHT = 20
/** Runs without a skill of any task that a skill's own control arm is mixed with. */
const SHARED_WEIGHT = 40
/** Prior difference of the success rate with a skill that does not fit from the rate without one. */
const DISTRACTION = 0.05
/** Bounds of rates, within which the grid separates better from worse. */
const LOWEST = 0.05
const HIGHEST = 0.95

/** A success rate and the number of runs that it rests on. */
export interface Rate {
  readonly mean: number
  readonly weight: number
}

/** Success rate without a skill: that of all tasks, moved by the control arm of the skill in question. */
export function noneRate({ none }: World, control: Counts = NOTHING): Rate {
  const all = mixed({ mean: 0.5, weight: NONE_WEIGHT }, none)
  const { mean, weight } = mixed({ mean: all.mean, weight: Math.min(all.weight, SHARED_WEIGHT) }, control)
  return { mean: Math.min(HIGHEST, Math.max(LOWEST, mean)), weight }
}

/** Success rate with a skill that does not fit. */
export const wrongRate = (world: World): Rate =>
  mixed({ mean: Math.max(LOWEST, noneRate(world).mean - DISTRACTION), weight: WRONG_WEIGHT }, world.wrong)

function mixed(prior: Rate, { successes, failures }: Counts): Rate {
  const weight = prior.weight + successes + failures
  return { mean: (prior.mean * prior.weight + successes) / weight, weight }
}
