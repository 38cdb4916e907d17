import type { Random } from '../beta.ts'
import type { Counts } from '../hydration.ts'
import type { SkillCounts } from '../skill.ts'
import { type Choice, choose, qualityOf, type Weighed } from './choice.ts'
import type { Arm, Fit, World } from './learned-rates.ts'
import type { Candidate, DecisionReason, LoggedContender } from './logged.ts'
import { type Mix, thresholdFor } from './mix.ts'
import { NO_SEEDS, withSeeds } from './seeds.ts'

/** What was learned so far, as far as it bears on some skills and one kind of task. */
export interface Knowledge {
  readonly world: World
  readonly mix: Mix
  /** Decisions so far. */
  readonly decisions: number
  /** By name, as far as there is anything; without seeds. */
  readonly arms: ReadonlyMap<string, Arm>
  readonly fits: ReadonlyMap<string, Fit>
  readonly counts: ReadonlyMap<string, SkillCounts>
}

/** How the router was told to decide. */
export interface RoutingRule {
  /** Share of the offers that should be the right skill. */
  readonly precision: number
  /** Share of the offers that is held out. */
  readonly holdout: number
  /** Decisions after which half of what was learned has faded. */
  readonly halfLife: number
}

export interface Found {
  readonly skill: string
  readonly relevance: number
}

/** A decision with all that it went by. */
export interface Deliberation {
  readonly reason: DecisionReason
  readonly pick: string | null
  /** Probability of what was done, none included. */
  readonly propensity: number
  /** Least relevance with which a skill was weighed. */
  readonly threshold: number
  readonly choice: Choice
  readonly weighed: readonly LoggedContender[]
  /** What was found and not weighed, in the order found. */
  readonly rest: readonly Candidate[]
}

/** Skills that are weighed against each other at most. */
const CONTENDERS = 10

/** Chooses among what was found (best first) by what was learned; `seeds` are what arms begin with. */
export function deliberate(
  knowledge: Knowledge,
  found: readonly Found[],
  { rule, seeds, random }: Using,
): Deliberation {
  const threshold = thresholdFor(knowledge.mix, rule.precision)
  const contenders = found.filter(({ relevance }) => relevance >= threshold).slice(0, CONTENDERS)
  const rest = found.filter((one) => !contenders.includes(one))
  const moment = momentOf(knowledge, rule)
  const choice = weigh(knowledge, contenders, { rule, seeds, random })
  return {
    reason: contenders.length === 0 ? 'below_threshold' : choice.reason,
    pick: choice.pick,
    propensity: choice.propensity,
    threshold,
    choice,
    weighed: choice.weighed.map((one) => logged(one, seeds)),
    rest: rest.map(({ skill, relevance }) => ({
      skill,
      relevance,
      mean: qualityOf(knowledge.world, armOf(knowledge, skill, seeds), moment),
    })),
  }
}

interface Using {
  readonly rule: RoutingRule
  readonly seeds: ReadonlyMap<string, Counts>
  readonly random: Random
}

/** The decision for a skill that the request names: never held out, and sure to be made. */
export function force(knowledge: Knowledge, skill: string, { rule, seeds, random }: Using): Deliberation {
  const using = { rule: { ...rule, holdout: 0 }, seeds, random }
  const choice = weigh(knowledge, [{ skill, relevance: 1 }], using)
  const weighed = choice.weighed.map((one) => ({ ...one, propensity: 1 }))
  return {
    reason: 'forced',
    pick: skill,
    propensity: 1,
    threshold: 0,
    choice: { ...choice, weighed, pick: skill, propensity: 1 },
    weighed: weighed.map((one) => logged(one, seeds)),
    rest: [],
  }
}

function weigh(knowledge: Knowledge, contenders: readonly Found[], { rule, seeds, random }: Using): Choice {
  const known = contenders.map(({ skill, relevance }) => ({
    name: skill,
    relevance,
    arm: armOf(knowledge, skill, seeds),
    fit: knowledge.fits.get(skill),
    isNew: (knowledge.counts.get(skill)?.offered ?? 0) === 0,
  }))
  return choose(knowledge.world, known, { ...momentOf(knowledge, rule), holdout: rule.holdout, random })
}

const momentOf = ({ decisions }: Knowledge, { halfLife }: RoutingRule) => ({ now: decisions + 1, halfLife })

const armOf = ({ arms, decisions }: Knowledge, skill: string, seeds: Using['seeds']): Arm | undefined =>
  withSeeds(arms.get(skill), seeds.get(skill) ?? NO_SEEDS, decisions + 1)

// The posterior follows from the log itself.
const logged = ({ name, belief: _, ...rest }: Weighed, seeds: Using['seeds']): LoggedContender => ({
  skill: name,
  ...rest,
  seeds: seeds.get(name) ?? NO_SEEDS,
})
