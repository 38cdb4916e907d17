import type { Counts } from '../hydration.ts'
import { anytimeDifference, type Interval, rateOf } from './interval.ts'
import { type Pooled, pooled } from './pooled.ts'
import { addTrial, type LiftRecord, noTrials, runsOf, type Sums, type Trials, together } from './trials.ts'

/**
 * helps, harms, no difference seen: by the interval that is valid at all times. probably: posterior probability of at
 * least 95 % in the pooled model.
 */
export const LIFT_VERDICTS = [
  'helps',
  'probably helps',
  'harms',
  'probably harms',
  'no difference seen',
  'not enough evidence',
] as const
export type LiftVerdict = (typeof LIFT_VERDICTS)[number]

export interface Lift {
  /** Runs with and without the skill, where it ranked first. */
  readonly treated: Counts
  readonly control: Counts
  /** Observed difference of the two success rates. */
  readonly difference: number
  /** 95 % interval of the difference, valid however often it is looked at. */
  readonly anytime: Interval
  readonly pooled: Pooled
  readonly verdict: LiftVerdict
  /** Further uses, control runs included, until the verdict is certain at the pooled rates; null above 100,000. */
  readonly more: number | null
}

export interface SkillLift extends Lift {
  readonly skill: string
  /** Whether archiving is proposed: the verdict is harms or probably harms. */
  readonly archive: boolean
}

export interface LiftReport {
  /** Any skill against none, over all decisions with a contender. */
  readonly overall: Lift
  /** By falling number of uses, ties by name. */
  readonly skills: readonly SkillLift[]
}

/** Least posterior probability of harm, or of benefit, for a "probably" verdict. */
const SURE = 0.95
/** Treated runs below which there is no "probably" verdict, whatever the pooled prior says. */
export const LEAST_USES = 4
/** Differences of success rates below this count as none, because they call for no action. */
const SMALL = 0.1

/** Sums over decisions, overall and per skill; memory grows with the number of skills only. */
export class LiftTally {
  #overall = noTrials()
  readonly #skills = new Map<string, Sums>()

  /** `before` are stored sums over earlier decisions, by the skill that ranked first in them. */
  constructor(before: Iterable<{ readonly skill: string; readonly own: Trials; readonly overall: Trials }> = []) {
    for (const { skill, own, overall } of before) {
      this.#overall = together(this.#overall, overall)
      if (runsOf(own.treated) + runsOf(own.control) > 0) this.#skills.set(skill, together(own, noTrials()))
    }
  }

  add({ first, pick, success, chanceOfNone }: LiftRecord): void {
    const trial = { treated: pick !== null, success, chanceOfNone }
    addTrial(this.#overall, trial)
    // A run with another skill is neither a treated nor a control run of this one.
    if (pick !== null && pick !== first) return
    const sums = this.#skills.get(first) ?? noTrials()
    addTrial(sums, trial)
    this.#skills.set(first, sums)
  }

  get overall(): Trials {
    return this.#overall
  }

  /** Skills with at least one run, treated or control. */
  get skills(): readonly string[] {
    return [...this.#skills.keys()]
  }

  of(skill: string): Trials {
    return this.#skills.get(skill) ?? noTrials()
  }
}

/**
 * The lift of each skill, success rate with it minus success rate without, from randomised decisions. `also` names
 * skills to include even without a run.
 */
export function liftReport(tally: LiftTally, also: readonly string[] = []): LiftReport {
  const { overall } = tally
  const named = [...new Set([...tally.skills, ...also])]
    .map((skill) => ({ skill, trials: tally.of(skill) }))
    .sort((a, b) => usesOf(b.trials) - usesOf(a.trials) || (a.skill < b.skill ? -1 : 1))
  const shared = pooled(named.map(({ trials }) => trials))
  const judged = new Map<string, Judgement>()
  return {
    overall: liftOf(overall, pooled([overall])[0]!, { share: shareWithout(overall), judged: new Map() }),
    skills: named.map(({ skill, trials }, i) => {
      const share = shareWithout(trials.noneChances > 0 ? trials : overall)
      const lift = liftOf(trials, shared[i]!, { share, judged })
      return { skill, ...lift, archive: lift.verdict === 'harms' || lift.verdict === 'probably harms' }
    }),
  }
}

const usesOf = ({ treated, control }: Trials): number => runsOf(treated) + runsOf(control)

/** Expected share of control runs, from the logged probabilities, .001 to .5; used to predict `more`. */
const shareWithout = (trials: Trials): number =>
  Math.min(0.5, Math.max(LEAST_SHARE, trials.noneChances / Math.max(1, usesOf(trials))))
const LEAST_SHARE = 0.001

/** What follows from the counts of a skill, of which most skills of a large library have those of another. */
type Judgement = Pick<Lift, 'anytime' | 'verdict' | 'more'>

/** `judged` holds the judgements of one report, in which skills of the same counts have the same pooled estimate. */
function liftOf(
  { treated, control }: Trials,
  pool: Pooled,
  { share, judged }: { readonly share: number; readonly judged: Map<string, Judgement> },
): Lift {
  const key = [treated.successes, treated.failures, control.successes, control.failures, share].join(' ')
  const { anytime, verdict, more } = judged.get(key) ?? judgementOf({ treated, control }, pool, share)
  judged.set(key, { anytime, verdict, more })
  return {
    treated,
    control,
    difference: rateOf(treated) - rateOf(control),
    anytime,
    pooled: pool,
    verdict,
    more,
  }
}

function judgementOf({ treated, control }: Pick<Lift, 'treated' | 'control'>, pool: Pooled, share: number): Judgement {
  const anytime = anytimeDifference(treated, control)
  const certain = certainly(anytime)
  return {
    anytime,
    verdict: certain ?? (runsOf(treated) < LEAST_USES ? 'not enough evidence' : probably(pool)),
    more: certain === undefined ? moreNeeded({ treated, control }, pool, share) : 0,
  }
}

function certainly({ low, high }: Interval): LiftVerdict | undefined {
  if (low > 0) return 'helps'
  if (high < 0) return 'harms'
  return low > -SMALL && high < SMALL ? 'no difference seen' : undefined
}

function probably({ harm }: Pooled): LiftVerdict {
  if (harm >= SURE) return 'probably harms'
  return harm <= 1 - SURE ? 'probably helps' : 'not enough evidence'
}

const OUT_OF_SIGHT = 100_000

/** The least number of further uses that makes the verdict certain if the pooled rates are true, by bisection. */
function moreNeeded(now: { treated: Counts; control: Counts }, pool: Pooled, share: number): number | null {
  const decided = (uses: number) => {
    const treated = grown(now.treated, uses * (1 - share), pool.treated)
    return certainly(anytimeDifference(treated, grown(now.control, uses * share, pool.control))) !== undefined
  }
  if (!decided(OUT_OF_SIGHT)) return null
  let [few, enough] = [0, OUT_OF_SIGHT]
  while (enough - few > 1) {
    const mid = (few + enough) >> 1
    if (decided(mid)) enough = mid
    else few = mid
  }
  return enough
}

const grown = ({ successes, failures }: Counts, runs: number, rate: number): Counts => ({
  successes: successes + runs * rate,
  failures: failures + runs * (1 - rate),
})
