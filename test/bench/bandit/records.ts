import type { LiftRecord } from '../../../src/domain/lift/lift.ts'
import type { Logged } from './policies.ts'

/** The settled decisions of a log that had a contender. */
export function recordsOf(log: readonly Logged[]): LiftRecord[] {
  return log.flatMap(({ choice: { pick, weighed }, outcome }) => {
    const first = weighed[0]
    if (first === undefined || outcome === 'unknown') return []
    const chanceOfAny = weighed.reduce((sum, { propensity }) => sum + propensity, 0)
    return [
      {
        first: first.name,
        pick,
        success: outcome === 'success',
        chance: first.propensity,
        chanceOfAny,
        chanceOfNone: 1 - chanceOfAny,
      },
    ]
  })
}
