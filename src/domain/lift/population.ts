import type { Counts } from '../hydration.ts'
import { logBeta } from './log-beta.ts'
import { type Belief, believed, betaBelief, EVEN, likelihoodOf, peaked, RATES, scaled } from './rates.ts'

/** EM comes near its end slowly, and a report has time. */
const ROUNDS = 200
/** How often a skill that may be anything counts beside the others: once. */
const GUESS_WEIGHT = 1

/**
 * Beliefs in the success rates of skills, each in the light of all others (nonparametric empirical Bayes by EM, Laird
 * 1978): of whatever shape the others are, good ones and bad ones apart. A skill's own outcomes are
 * left out of its prior, or few skills would be too sure of themselves.
 */
export function beliefsOfKinds(skills: readonly Counts[]): Belief[] {
  const kinds = distinct(skills)
  const used = [...kinds.values()].filter(({ counts }) => counts.successes + counts.failures > 0)
  const likelihoods = new Map(used.map(({ counts }) => [counts, likelihoodOf(counts)]))
  let sum: readonly number[] = EVEN
  let beliefs = new Map<Counts, Belief>()
  for (let round = 0; round < ROUNDS; round++) {
    const next = EVEN.map((p) => p * GUESS_WEIGHT)
    beliefs = new Map()
    for (const { counts, times } of used) {
      const belief = believed(sum, likelihoods.get(counts)!)
      beliefs.set(counts, belief)
      for (let i = 0; i < next.length; i++) next[i]! += times * belief[i]!
    }
    sum = next
  }
  return perSkill(skills, kinds, (counts) => {
    const own = beliefs.get(counts)
    if (own === undefined) return scaled(sum)
    return believed(
      sum.map((value, i) => Math.max(0, value - own[i]!)),
      likelihoods.get(counts)!,
    )
  })
}

/** How alike rates are: the runs' worth of evidence that the common mean is for each. */
const WEIGHTS = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
/** What the counts make e^12 times less likely than the likeliest is left out. */
const UNLIKELY = 12

/**
 * Beliefs in rates that are alike up to a degree which the counts themselves tell: Beta around a common mean, mean and
 * weight averaged over (even over the mean and over the logarithm of the weight). So success without any skill, which
 * differs little between tasks, becomes known for a skill that was hardly ever held out.
 */
export function beliefsAlike(skills: readonly Counts[]): Belief[] {
  const kinds = distinct(skills)
  const common = commonOf([...kinds.values()])
  return perSkill(skills, kinds, ({ successes, failures }) => {
    const sum = RATES.map(() => 0)
    for (const { mean, weight, share } of common)
      for (const [i, p] of betaBelief(mean * weight + successes, (1 - mean) * weight + failures).entries())
        sum[i]! += share * p
    return scaled(sum)
  })
}

/** Means and weights that the counts allow, with the probability of each. */
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
  const shares = scaled(peaked(likely.map(({ log }) => log)))
  return likely.map((fit, i) => ({ ...fit, share: shares[i]! }))
}

interface Kind {
  readonly counts: Counts
  /** How many skills have these counts. */
  times: number
}

/** Most skills are rarely used, and many have the same few counts: what follows from them is worked out once. */
function distinct(skills: readonly Counts[]): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>()
  for (const counts of skills) {
    const kind = kinds.get(keyOf(counts))
    if (kind === undefined) kinds.set(keyOf(counts), { counts, times: 1 })
    else kind.times++
  }
  return kinds
}

function perSkill(
  skills: readonly Counts[],
  kinds: ReadonlyMap<string, Kind>,
  of: (counts: Counts) => Belief,
): Belief[] {
  const beliefs = new Map([...kinds].map(([key, { counts }]) => [key, of(counts)]))
  return skills.map((counts) => beliefs.get(keyOf(counts))!)
}

const keyOf = ({ successes, failures }: Counts): string => `${successes} ${failures}`
