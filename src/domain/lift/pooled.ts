import { expectation, expScaled, type GridValues, likelihoodAt, logBeta, normalised, posterior } from '../belief.ts'
import type { Counts } from '../hydration.ts'
import { groupedBy } from '../tally.ts'
import type { Interval } from './interval.ts'

/** Outcomes with a skill and without it, of decisions in which it ranked first. */
export interface Arms {
  readonly treated: Counts
  readonly control: Counts
}

export interface Pooled extends Interval {
  /** Posterior mean of the difference of the two rates. */
  readonly lift: number
  /** Posterior mean of the success rate with and without the skill. */
  readonly treated: number
  readonly control: number
  /** Posterior probability that the success rate with the skill is lower than without. */
  readonly harm: number
}

/**
 * The posterior lift of each skill with a prior estimated from all skills (empirical Bayes): estimates of rarely used
 * skills are shrunk towards the others. 95 % credible intervals. Measured on a lone skill without effect, looked at
 * every tenth of 120 runs: `harm` reaches 95 % at some look in 12 % of libraries, and in 3 % at the last.
 */
export function pooled(skills: readonly Arms[]): Pooled[] {
  const treated = beliefsOfKinds(skills.map((arms) => arms.treated))
  const control = beliefsAlike(skills.map((arms) => arms.control))
  return treated.map((belief, i) => difference(belief, control[i]!))
}

function difference(treated: GridValues, control: GridValues): Pooled {
  // The distribution of the difference, which is a whole number of grid steps: `masses[k]` is for k - none steps.
  const none = treated.length - 1
  const masses = new Float64Array(2 * none + 1)
  for (const [i, p] of treated.entries()) for (const [j, q] of control.entries()) masses[i - j + none]! += p * q
  const below = masses.subarray(0, none).reduce((a, b) => a + b, 0)
  const [with_, without] = [expectation(treated, RATES), expectation(control, RATES)]
  return {
    treated: with_,
    control: without,
    lift: with_ - without,
    low: (placeOf(masses, 0.025) - none - 0.5) * STEP,
    high: (placeOf(masses, 0.975) - none + 0.5) * STEP,
    // The sign of a difference below one grid step is unknown: half of that mass counts as harm.
    harm: below + masses[none]! / 2,
  }
}

/** The index of a quantile: the first at which the cumulated mass reaches `share`. */
function placeOf(masses: Float64Array, share: number): number {
  let sum = 0
  const place = masses.findIndex((mass) => {
    sum += mass
    return sum >= share
  })
  return place < 0 ? masses.length - 1 : place
}

/** EM iterations: it converges slowly, and a report is not urgent. */
const ROUNDS = 200
/** Weight of the uniform prior, in skills. */
const GUESS_WEIGHT = 1

/**
 * Posterior distributions of the skills' success rates, each with a prior estimated from the other skills
 * (nonparametric empirical Bayes by EM, Laird 1978), which may have any shape, such as two peaks for good and bad
 * skills. A skill's own outcomes are left out of its prior, because few skills would otherwise give too narrow
 * posteriors.
 */
function beliefsOfKinds(skills: readonly Counts[]): GridValues[] {
  const kinds = distinct(skills)
  const used = [...kinds.values()].filter(({ counts }) => counts.successes + counts.failures > 0)
  const likelihoods = new Map(used.map(({ counts }) => [counts, likelihoodAt(RATES, counts)]))
  let sum: GridValues = EVEN
  let beliefs = new Map<Counts, GridValues>()
  for (let round = 0; round < ROUNDS; round++) {
    const next = EVEN.map((p) => p * GUESS_WEIGHT)
    beliefs = new Map()
    for (const { counts, times } of used) {
      const belief = posterior(sum, likelihoods.get(counts)!)
      beliefs.set(counts, belief)
      for (let i = 0; i < next.length; i++) next[i]! += times * belief[i]!
    }
    sum = next
  }
  return perSkill(skills, kinds, (counts) => {
    const own = beliefs.get(counts)
    if (own === undefined) return normalised(sum)
    return posterior(
      sum.map((value, i) => Math.max(0, value - own[i]!)),
      likelihoods.get(counts)!,
    )
  })
}

/** Grid of prior weights (pseudo-counts alpha + beta): the higher, the more similar the rates of the skills. */
const WEIGHTS = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
/** Grid points with a log-likelihood this much below the highest are left out. */
const UNLIKELY = 12

/**
 * Posterior distributions of similar rates (hierarchical Beta-binomial): a Beta prior with a common mean and weight,
 * both integrated out (uniform over the mean and over the logarithm of the weight). Used for success without a skill,
 * which differs little between tasks, so that a skill with few control runs still gets a narrow estimate.
 */
function beliefsAlike(skills: readonly Counts[]): GridValues[] {
  const kinds = distinct(skills)
  const common = commonOf([...kinds.values()])
  return perSkill(skills, kinds, ({ successes, failures }) => {
    const sum = RATES.map(() => 0)
    for (const { mean, weight, share } of common)
      for (const [i, p] of betaBelief(mean * weight + successes, (1 - mean) * weight + failures).entries())
        sum[i]! += share * p
    return normalised(sum)
  })
}

/** The likely pairs of prior mean and weight, each with its posterior probability. */
function commonOf(kinds: readonly Kind[]) {
  const fits = WEIGHTS.flatMap((weight) =>
    RATES.map((mean) => {
      const [alpha, beta] = [mean * weight, (1 - mean) * weight]
      let log = 0
      for (const { counts, times } of kinds)
        log += times * (logBeta(alpha + counts.successes, beta + counts.failures) - logBeta(alpha, beta))
      return { mean, weight, log }
    }),
  )
  const highest = Math.max(...fits.map(({ log }) => log))
  const likely = fits.filter(({ log }) => log > highest - UNLIKELY)
  const shares = normalised(expScaled(likely.map(({ log }) => log)))
  return likely.map((fit, i) => ({ ...fit, share: shares[i]! }))
}

interface Kind {
  readonly counts: Counts
  /** How many skills have these counts. */
  readonly times: number
}

/** The distinct counts: many skills have the same few counts, whose posterior is computed once. */
function distinct(skills: readonly Counts[]): ReadonlyMap<string, Kind> {
  return new Map([...groupedBy(skills, keyOf)].map(([key, all]) => [key, { counts: all[0]!, times: all.length }]))
}

function perSkill(
  skills: readonly Counts[],
  kinds: ReadonlyMap<string, Kind>,
  of: (counts: Counts) => GridValues,
): GridValues[] {
  const beliefs = new Map([...kinds].map(([key, { counts }]) => [key, of(counts)]))
  return skills.map((counts) => beliefs.get(keyOf(counts))!)
}

const keyOf = ({ successes, failures }: Counts): string => `${successes} ${failures}`

/** Distance between neighbouring rates of the grid. */
const STEP = 0.02
/** The grid of success rates: the midpoints of 50 equal bins of 0 to 1. */
const RATES: GridValues = Array.from({ length: Math.round(1 / STEP) }, (_, i) => (i + 0.5) * STEP)
const EVEN: GridValues = RATES.map(() => 1 / RATES.length)

const betaBelief = (alpha: number, beta: number): GridValues =>
  normalised(likelihoodAt(RATES, { successes: alpha - 1, failures: beta - 1 }))
