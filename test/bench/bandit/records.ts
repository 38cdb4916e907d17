import { type LiftRecord, liftRecord } from '../../../src/domain/lift/trials.ts'
import type { Logged } from './policies.ts'

/** The settled decisions of a log that had a contender. */
export function recordsOf(log: readonly Logged[]): LiftRecord[] {
  return log.flatMap(({ choice: { pick, weighed }, outcome }) => {
    if (outcome === 'unknown') return []
    const contenders = weighed.map(({ name, propensity }) => ({ skill: name, propensity }))
    return liftRecord(pick, outcome === 'success', contenders) ?? []
  })
}
