import type { Field } from '../retrieval/fields.ts'
import type { Explained } from '../retrieval/search.ts'
import type { Choice, Weighed } from './choice.ts'
import type { Deliberation } from './deliberation.ts'
import { GRID } from './learned-rates.ts'

export interface ExplainedCandidate {
  readonly skill: string
  readonly relevance: number
  /** The words of the request that it has, and in which of its fields; `share` is how much of the request each is. */
  readonly words: readonly { readonly word: string; readonly fields: readonly Field[]; readonly share: number }[]
  /** Mean success rate where it fits; absent where it belongs to another project. */
  readonly mean?: number
  /** Posterior of that success rate: rates with their probabilities; absent where it was not weighed. */
  readonly rates?: readonly RateProbability[]
  /** Probability that it fits, its outcomes on such tasks counted in; absent where it was not weighed, as below. */
  readonly fit?: number
  /** Mean success rate of offering it here, where it may not fit. */
  readonly value?: number
  readonly draw?: number
  readonly propensity: number
  /** One sentence: why it was offered, or lost. */
  readonly why: string
}

/** The success rate of a skill where it fits: its mean and its posterior. */
export interface Expectation {
  readonly mean: number
  readonly rates: readonly RateProbability[]
}

export const expectationOf = ({ quality, belief }: Pick<Weighed, 'quality' | 'belief'>): Expectation => ({
  mean: quality,
  rates: belief.map((probability, i) => ({ rate: GRID[i]!, probability })),
})

/** How a decision came about. */
export interface Explanation {
  /** Least relevance with which a skill was weighed. */
  readonly threshold: number
  /** What doing without was worth; absent where nothing was weighed. */
  readonly none?: { readonly mean: number; readonly draw: number; readonly propensity: number }
  readonly holdout: number
  readonly candidates: readonly ExplainedCandidate[]
}

/** A decision explained; `found` are the reasons that retrieval gives, `elsewhere` skills of other projects that fit. */
export function explained(
  { choice, threshold, weighed, rest, reason }: Deliberation,
  found: readonly Found[],
  elsewhere: readonly Found[] = [],
): Explanation {
  const wordsOf = new Map(found.map(({ id, words }) => [id, words]))
  const one = (skill: string) => ({ skill, words: wordsOf.get(skill) ?? [] })
  return {
    threshold,
    ...(weighed.length === 0 || reason === 'forced' ? {} : { none: choice.none }),
    holdout: choice.holdout,
    candidates: [
      ...choice.weighed.map((contender) => ({
        ...one(contender.name),
        relevance: contender.relevance,
        ...expectationOf(contender),
        fit: contender.fit,
        value: contender.mean,
        draw: contender.draw,
        propensity: contender.propensity,
        why: reason === 'forced' ? 'offered: the request names it' : whyOf(contender, choice),
      })),
      ...rest.map(({ skill, relevance, mean }) => ({
        ...one(skill),
        relevance,
        mean,
        propensity: 0,
        why: tooUnlikely(relevance, threshold),
      })),
      ...elsewhere.map(({ id, relevance, words }) => ({ skill: id, words, relevance, propensity: 0, why: ELSEWHERE })),
    ],
  }
}

/** Why a skill of another project was not weighed. */
export const ELSEWHERE = 'belongs to another project: "skills promote --everywhere" makes it one for all'

type Found = Pick<Explained, 'id' | 'relevance' | 'words'>

function whyOf({ name, draw, mean }: Weighed, { pick, reason, weighed, none }: Choice): string {
  if (name === pick) return 'offered: it promised the most'
  const best = weighed.reduce((a, b) => (b.draw > a.draw ? b : a))
  if (reason === 'held_out' && name === best.name)
    return 'would have been offered; held out, to measure what it is worth'
  if (reason === 'no_skill') return `doing without promised more: ${shown(none.draw)} against ${shown(draw)}`
  const lead = `${best.name} promised more: ${shown(best.draw)} against ${shown(draw)}`
  return mean > best.mean ? `${lead}; by chance, since its mean is higher` : lead
}

/** Why a candidate was not weighed. */
const tooUnlikely = (relevance: number, threshold: number): string =>
  relevance < threshold
    ? `not likely enough to be the right one: ${shown(relevance)}, needed ${shown(threshold)}`
    : 'too many others were more likely'

const shown = (value: number): string => value.toFixed(2)

export interface RateProbability {
  readonly rate: number
  readonly probability: number
}

/** The rates between which a share of the probability lies, the same share left out at either end; rates ascend. */
export function credible(
  rates: readonly RateProbability[],
  share: number,
): { readonly low: number; readonly high: number } {
  const at = (quantile: number): number => {
    let sum = 0
    return (
      rates.find(({ probability }) => {
        sum += probability
        return sum >= quantile
      }) ?? rates.at(-1)!
    ).rate
  }
  return { low: at((1 - share) / 2), high: at((1 + share) / 2) }
}
