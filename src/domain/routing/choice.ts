import type { Random } from '../beta.ts'
import { decayed, decayedArm, decayFactor, type Moment } from './decay.ts'
import { afterOffer, holdoutFor } from './holdout.ts'
import { type Arm, type Fit, NEW_WORLD, newArm, noneRate, type World, wrongRate } from './learned-rates.ts'
import { posteriorHere, posteriorOf } from './skill-posterior.ts'
import { expectation, GRID, type GridValues, posterior } from './success-rates.ts'
import { drawValue, noSkillValue, skillValue, winProbabilities } from './value-distribution.ts'

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
