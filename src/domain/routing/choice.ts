import { expectation, type GridValues, posterior } from '../belief.ts'
import type { Random } from '../beta.ts'
import type { Counts } from '../hydration.ts'
import { decayed, decayedArm, decayFactor, type Moment, posteriorHere, posteriorOf } from './decay.ts'
import {
  type Arm,
  type Fit,
  GRID,
  NEW_WORLD,
  newArm,
  noneRate,
  type Rate,
  type World,
  wrongRate,
} from './learned-rates.ts'

/** A retrieved skill with what is known of it; `arm` and `fit` are absent where nothing is. */
export interface Contender {
  readonly name: string
  /** Probability of being the right skill, 0 to 1: taken at its word for the first, as a proportion for the others. */
  readonly relevance: number
  readonly arm?: Arm | undefined
  /** How it did on tasks like this one. */
  readonly fit?: Fit | undefined
  /** Whether it was never offered before. */
  readonly isNew?: boolean
}

/** A contender as it stood when the choice was made. */
export interface Weighed {
  readonly name: string
  readonly relevance: number
  /** Probability of being the right skill, its own outcomes on tasks like this one left out. */
  readonly prior: number
  /** Probability of being the right skill, its own outcomes on tasks like this one included. */
  readonly fit: number
  /** Posterior of its success rate where it fits, on the grid. */
  readonly belief: GridValues
  /** Its mean. */
  readonly quality: number
  /** Mean success rate of offering it here, where it may not fit. */
  readonly mean: number
  /** The value drawn: the success rate that offering it promises. */
  readonly draw: number
  /** Probability of being offered, the holdout taken off. */
  readonly propensity: number
}

export interface Choice {
  /** The skill to offer; null for none. */
  readonly pick: string | null
  readonly reason: 'picked' | 'no_skill' | 'held_out'
  /** Probability of this choice, whether a skill or none; the holdout counts in. */
  readonly propensity: number
  /** Most relevant first, ties by name. */
  readonly weighed: readonly Weighed[]
  /** What doing without is worth: its mean success rate, the value drawn, and the probability that it wins. */
  readonly none: { readonly mean: number; readonly draw: number; readonly propensity: number }
  /** Share of the offers for this task that is held out. */
  readonly holdout: number
  /** The world after it: an offer, made or held out, moves the scale of the holdout. */
  readonly world: World
}

export interface ChoiceOptions extends Moment {
  /** Share of all offers to hold out, 0 to 1; more of those whose control arm is short. */
  readonly holdout: number
  readonly random: Random
}

/**
 * Thompson sampling among the contenders and the option of no skill. A contender is worth its success rate if it is the
 * right skill and the learned rate of unfitting ones if not; at most one is right. Propensities are exact; with that of
 * none they sum to 1. Takes three random numbers and one per contender, whatever they decide.
 */
export function choose(world: World, contenders: readonly Contender[], options: ChoiceOptions): Choice {
  const { random } = options
  const known = [...contenders].sort((a, b) => b.relevance - a.relevance || (a.name < b.name ? -1 : 1))
  const judged = judge(world, known, options)
  const best = known[0]?.arm
  const control = best === undefined ? NEW_WORLD.none : decayed(best.none, decayFactor(best.at, options))
  const without = noneRate(world, control)
  const distributions = [noSkillValue(without), ...judged.map(({ distribution }) => distribution)]
  const draws = distributions.map((distribution) => drawValue(distribution, random))
  const shares = winProbabilities(distributions)
  const holdout = holdoutFor(world, options.holdout, control, known[0]?.isNew === true)
  const won = draws.indexOf(Math.max(...draws)) - 1
  const heldOut = random() < holdout && won >= 0
  const weighed = judged.map(({ distribution: _, ...rest }, i) => ({
    ...rest,
    draw: draws[i + 1]!,
    propensity: shares[i + 1]! * (1 - holdout),
  }))
  const offered = won >= 0 && !heldOut ? weighed[won] : undefined
  return {
    pick: offered?.name ?? null,
    reason: offered !== undefined ? 'picked' : heldOut ? 'held_out' : 'no_skill',
    propensity: offered?.propensity ?? shares[0]! + (1 - shares[0]!) * holdout,
    weighed,
    none: { mean: without.mean, draw: draws[0]!, propensity: shares[0]! },
    holdout,
    world: won >= 0 ? afterOffer(world, control) : world,
  }
}

/** What each contender is worth here: Bayes' rule over which of them is the right one, if any is. */
function judge(world: World, known: readonly Contender[], moment: Moment) {
  const wrong = wrongRate(world).mean
  const first = priors(known)
  const standings = known.map((contender, i) => posteriorOf(world, contender, first[i]!, moment))
  const odds = first.map((prior, i) => prior * standings[i]!.factor)
  const total = odds.reduce((a, b) => a + b, 0) + 1 - first.reduce((a, b) => a + b, 0)
  return known.map(({ name, relevance }, i) => {
    const prior = first[i]! / (first[i]! + total - odds[i]!)
    const { belief, fits } = posteriorHere(standings[i]!, prior)
    const distribution = skillValue(belief, fits, wrong)
    const fit = expectation(belief, fits)
    const quality = expectation(belief, GRID)
    return { name, relevance, prior, fit, belief, quality, mean: distribution.mean, distribution }
  })
}

/** Mean success rate of a skill of which this much is known, wherever it fits. */
export const qualityOf = (world: World, arm: Arm | undefined, moment: Moment): number =>
  expectation(
    posterior(world.population, decayedArm(arm ?? newArm(moment.now), world.population, moment).likelihood),
    GRID,
  )

/** Relevance that "none of these" has among the runners-up. */
const NONE_OF_THESE = 0.3
/** No skill is certain before it was tried, not even one that was named. */
export const SUREST = 0.999

/** The first keeps its relevance; the others share what it leaves, in proportion to theirs. */
function priors(known: readonly Contender[]): number[] {
  const first = Math.min(SUREST, Math.max(0, known[0]?.relevance ?? 0))
  const rest = known.slice(1).reduce((sum, { relevance }) => sum + relevance, 0) + NONE_OF_THESE
  return known.map(({ relevance }, i) => (i === 0 ? first : ((1 - first) * relevance) / rest))
}

/** Control runs at which a skill's need of further ones has halved. */
const ENOUGH = 8
/** However short a control arm, three offers in four go through. */
const MOST = 0.25
/** Offers over which the mean need is taken. */
const MEMORY = 500

/** How much a skill wants another run without it, 0 to 1. */
const needOf = (control: Counts): number => 1 / (1 + (control.successes + control.failures) / ENOUGH)

/**
 * The share of a skill's offers to hold out: `share` of all offers on average, more where the control arm is short. The
 * very first offer of a skill is made, unless all are held out: a person who saw it drafted looks for it.
 */
function holdoutFor(world: World, share: number, control: Counts, isNew: boolean): number {
  if (isNew && share < 1) return 0
  return Math.min(Math.max(MOST, share), (share * needOf(control)) / world.need)
}

/** The world after an offer was made or held out, whose first contender has this control arm. */
export const afterOffer = (world: World, control: Counts): World => ({
  ...world,
  need: world.need + (needOf(control) - world.need) / MEMORY,
})

/** The value of an option as a discrete distribution: rising values with their probabilities. */
interface ValueDistribution {
  readonly values: readonly number[]
  readonly weights: GridValues
}

/**
 * Share of a posterior's spread above its mean that a draw takes, as if 6 draws were averaged. Measured: with .15 fewer bad
 * skills are tried until they are judged (7 of 21 against 18 of 22), and the share of the gain kept is the same.
 */
const SPREAD = 0.4

/**
 * The value of offering a skill: its success rate if it fits, the rate of unfitting ones if not. `fits` is the
 * probability of fitting for each success rate. Drawn optimistically (May et al. 2012, optimistic Bayesian sampling): no
 * draw falls below the mean, since what is not known is a reason to try a skill and none to leave it out.
 */
function skillValue(
  belief: GridValues,
  fits: GridValues,
  wrong: number,
): ValueDistribution & { readonly mean: number } {
  const likely = belief.map((p, i) => p * fits[i]!)
  const misfit = 1 - likely.reduce((a, b) => a + b, 0)
  const mean = expectation(likely, GRID) + misfit * wrong
  const place = GRID.findIndex((rate) => rate > wrong)
  const at = place < 0 ? GRID.length : place
  return {
    mean,
    values: GRID.toSpliced(at, 0, wrong).map((value) => mean + SPREAD * Math.max(0, value - mean)),
    weights: likely.toSpliced(at, 0, Math.max(0, misfit)),
  }
}

/** Normal density at -3 to 3 in halves. */
const NORMAL = Array.from({ length: 13 }, (_, i) => Math.exp(-(((i - 6) / 2) ** 2) / 2))
const NORMAL_TOTAL = NORMAL.reduce((a, b) => a + b)
const NORMAL_WEIGHTS = NORMAL.map((p) => p / NORMAL_TOTAL)

/**
 * The value of a run without a skill: a normal density on 13 points with the variance of the Beta posterior, truncated at
 * its mean. Low draws keep a doubtful skill in use until its posterior is narrow; high draws would withhold skills without
 * evidence against them, and the holdout measures the rate without.
 */
function noSkillValue({ mean, weight }: Rate): ValueDistribution {
  const half = Math.sqrt((mean * (1 - mean)) / (weight + 1)) / 2
  return { values: NORMAL.map((_, i) => mean + Math.min(0, i - 6) * half), weights: NORMAL_WEIGHTS }
}

function drawValue({ values, weights }: ValueDistribution, random: Random): number {
  let left = random()
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i]!
    if (left < 0) return values[i]!
  }
  return values.at(-1)!
}

/** For each distribution the probability that its draw is the highest, ties going to the first; they sum to 1. */
function winProbabilities(distributions: readonly ValueDistribution[]): number[] {
  const below = distributions.map(({ weights }) => {
    let sum = 0
    return [0, ...weights.map((weight) => (sum += weight))]
  })
  const shares = distributions.map(({ values, weights }, i) =>
    values.reduce((share, value, at) => {
      let chance = weights[at]!
      for (let j = 0; j < distributions.length && chance > 0; j++)
        if (j !== i) chance *= below[j]![countBelow(distributions[j]!.values, value, j > i)]!
      return share + chance
    }, 0),
  )
  // What is certain is 1, whatever rounding made of the weights.
  const total = shares.reduce((a, b) => a + b, 0)
  return shares.map((share) => share / total)
}

/** How many of the rising values lie below one, or at it where `equal`. */
function countBelow(values: readonly number[], value: number, equal: boolean): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const mid = (low + high) >> 1
    if (values[mid]! < value || (equal && values[mid] === value)) low = mid + 1
    else high = mid
  }
  return low
}
