import type { Interval } from './interval.ts'
import type { Lift, LiftReport, SkillLift } from './lift.ts'
import { runsOf } from './trials.ts'

/** A report as JSON, fields in snake_case. */
export const liftReportToWire = ({ overall, skills }: LiftReport) => ({
  overall: liftToWire(overall),
  skills: skills.map((lift) => ({ skill: lift.skill, ...skillLiftToWire(lift) })),
})

export const skillLiftToWire = (lift: SkillLift) => ({ ...liftToWire(lift), archive: lift.archive })

const liftToWire = ({ treated, control, pooled, anytime, doublyRobust, ...lift }: Lift) => ({
  verdict: lift.verdict,
  more: lift.more,
  with: { runs: runsOf(treated), successes: treated.successes },
  without: { runs: runsOf(control), successes: control.successes },
  lift: rounded(pooled.lift),
  ...interval(pooled),
  harm: rounded(pooled.harm),
  effective: rounded(doublyRobust?.effective ?? 0),
  difference: runsOf(treated) > 0 && runsOf(control) > 0 ? rounded(lift.difference) : null,
  anytime: interval(anytime),
  doubly_robust: doublyRobust === undefined ? null : { lift: rounded(doublyRobust.lift), ...interval(doublyRobust) },
})

const interval = ({ low, high }: Interval) => ({ low: rounded(low), high: rounded(high) })

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
