import type { Counts } from '../hydration.ts'
import type { Interval } from './interval.ts'
import type { Lift, LiftReport, SkillLift } from './lift.ts'
import { runsOf } from './trials.ts'

/** `3 of 15 (20 %)`; a dash without runs. */
export function successWords(counts: Counts): string {
  const runs = runsOf(counts)
  return runs === 0 ? '-' : `${counts.successes} of ${runs} (${Math.round((100 * counts.successes) / runs)} %)`
}

/** `+23 (+5 to +40)`: the pooled lift with its 95 % interval, in percentage points. */
export const liftWords = ({ pooled }: Lift): string =>
  `${points(pooled.lift)} (${points(pooled.low)} to ${points(pooled.high)})`

/** The verdict, and how many more uses make it certain. */
export function verdictWords({ verdict, more }: Lift): string {
  if (more === 0) return verdict
  const needed =
    more === null
      ? 'at these rates no reachable number of uses makes it certain'
      : `about ${rounded(more)} more uses to be certain`
  return `${verdict}; ${needed}`
}

/** The evidence for archiving a skill: success with and without it, and the probability of harm. */
export const harmWords = ({ treated, control, pooled }: Lift): string =>
  `succeeded in ${successWords(treated)} with it, in ${runsOf(control) === 0 ? 'about ' : ''}${
    runsOf(control) === 0 ? `${Math.round(100 * pooled.control)} % of runs` : successWords(control)
  } without; harm is ${Math.min(99.9, Math.floor(1000 * pooled.harm) / 10)} % sure`

const points = (value: number): string => {
  const n = Math.round(100 * value)
  return n > 0 ? `+${n}` : String(n)
}

/** A prediction, rounded to two significant digits. */
const rounded = (n: number): string => String(Number(n.toPrecision(2)))

/** A report as JSON, fields in snake_case. */
export const liftReportToWire = ({ overall, skills }: LiftReport) => ({
  overall: liftToWire(overall),
  skills: skills.map((lift) => ({ skill: lift.skill, ...skillLiftToWire(lift) })),
})

export const skillLiftToWire = (lift: SkillLift) => ({ ...liftToWire(lift), archive: lift.archive })

const liftToWire = ({ treated, control, pooled, anytime, ...lift }: Lift) => ({
  verdict: lift.verdict,
  more: lift.more,
  with: { runs: runsOf(treated), successes: treated.successes },
  without: { runs: runsOf(control), successes: control.successes },
  lift: toFour(pooled.lift),
  ...interval(pooled),
  harm: toFour(pooled.harm),
  difference: runsOf(treated) > 0 && runsOf(control) > 0 ? toFour(lift.difference) : null,
  anytime: interval(anytime),
})

const interval = ({ low, high }: Interval) => ({ low: toFour(low), high: toFour(high) })

const toFour = (value: number): number => Math.round(value * 10_000) / 10_000
