import type { Counts } from '../hydration.ts'
import { doublyRobust, type Estimate, type Trial } from './doubly-robust.ts'
import { anytimeDifference, type Interval, newcombe, rateOf } from './interval.ts'
import { type Pooled, pooled } from './pooled.ts'

/** A settled decision as the log has it; those without an outcome, and forced ones, are left out. */
export interface LiftRecord {
  /** The skill that came first among the contenders. */
  readonly first: string
  /** What was offered; null for none. */
  readonly pick: string | null
  readonly success: boolean
  /** Probability with which the first was to be offered, and any, and none. */
  readonly chance: number
  readonly chanceOfAny: number
  readonly chanceOfNone: number
}

/** helps, harms: the interval that holds at all times excludes 0. */
export type Verdict = 'helps' | 'harms' | 'not enough evidence'

export interface Lift {
  /** Runs with and without the skill, of tasks for which it came first. */
  readonly treated: Counts
  readonly control: Counts
  /** Observed difference of the two success rates. */
  readonly difference: number
  readonly newcombe: Interval
  /** Valid however often one looks. */
  readonly anytime: Interval
  readonly doublyRobust: Estimate | undefined
  readonly pooled: Pooled
  readonly verdict: Verdict
  /** Further offers, control runs included, until the verdict should fall at these rates; null when out of sight. */
  readonly more: number | null
}

export interface SkillLift extends Lift {
  readonly skill: string
  /** Harm is at least 95 % sure, in the light of all skills. */
  readonly archive: boolean
}

export interface LiftReport {
  /** Any skill against none, over all tasks that had a contender. */
  readonly overall: Lift
  /** Most decisions first, ties by name. */
  readonly skills: readonly SkillLift[]
}

/** How sure harm must be before archiving is proposed. */
const SURE = 0.95
/** Uses below which nothing is proposed, however bad the others of its kind. */
const LEAST_USES = 4

/**
 * What skills are worth: success with against success without, from decisions whose alternative was left to chance.
 * `holdout` is the share of offers held out, by which `more` is foretold.
 */
export function liftReport(records: readonly LiftRecord[], holdout: number): LiftReport {
  const groups = byFirst(records)
  const named = [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
  const trials = named.map(([skill, own]) =>
    own.filter(({ pick }) => pick === null || pick === skill).map((record) => trialOf(record, record.chance)),
  )
  const shared = pooled(trials.map(armsOf))
  const everything = records.map((record) => trialOf(record, record.chanceOfAny))
  return {
    overall: liftOf(everything, pooled([armsOf(everything)])[0]!, holdout),
    skills: named.map(([skill], i) => {
      const lift = liftOf(trials[i]!, shared[i]!, holdout)
      const uses = lift.treated.successes + lift.treated.failures
      return { skill, ...lift, archive: uses >= LEAST_USES && lift.pooled.harm >= SURE }
    }),
  }
}

function byFirst(records: readonly LiftRecord[]): ReadonlyMap<string, readonly LiftRecord[]> {
  const groups = new Map<string, LiftRecord[]>()
  for (const record of records) {
    const group = groups.get(record.first)
    if (group === undefined) groups.set(record.first, [record])
    else group.push(record)
  }
  return groups
}

const trialOf = ({ pick, success, chanceOfNone }: LiftRecord, chance: number): Trial => ({
  treated: pick !== null,
  success,
  chance,
  chanceOfNone,
})

function armsOf(trials: readonly Trial[]) {
  return {
    treated: countsOf(trials.filter(({ treated }) => treated)),
    control: countsOf(trials.filter(({ treated }) => !treated)),
  }
}

function countsOf(trials: readonly Trial[]): Counts {
  const successes = trials.filter(({ success }) => success).length
  return { successes, failures: trials.length - successes }
}

function liftOf(trials: readonly Trial[], pool: Pooled, holdout: number): Lift {
  const { treated, control } = armsOf(trials)
  const anytime = anytimeDifference(treated, control)
  const verdict = verdictOf(anytime)
  return {
    treated,
    control,
    difference: rateOf(treated) - rateOf(control),
    newcombe: newcombe(treated, control),
    anytime,
    doublyRobust: doublyRobust(trials, pool),
    pooled: pool,
    verdict,
    more: verdict === 'not enough evidence' ? moreNeeded({ treated, control }, pool, holdout) : 0,
  }
}

const verdictOf = ({ low, high }: Interval): Verdict => (low > 0 ? 'helps' : high < 0 ? 'harms' : 'not enough evidence')

const OUT_OF_SIGHT = 100_000

/** The least number of further offers with which the interval would exclude 0, if the pooled rates are the true ones. */
function moreNeeded(now: { treated: Counts; control: Counts }, pool: Pooled, holdout: number): number | null {
  const share = Math.min(0.5, Math.max(0.001, holdout))
  const decided = (offers: number) =>
    verdictOf(
      anytimeDifference(
        grown(now.treated, offers * (1 - share), pool.treated),
        grown(now.control, offers * share, pool.control),
      ),
    ) !== 'not enough evidence'
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
