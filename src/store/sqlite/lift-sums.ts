import type { Database, Statement } from 'better-sqlite3'
import { LiftTally } from '../../domain/lift/lift.ts'
import { LEFT_TO_CHANCE, liftRecord, noTrials } from '../../domain/lift/trials.ts'
import type { LoggedContender } from '../../domain/routing/logged.ts'
import type { LiftSums } from '../ports/upkeep.ts'
import { notesOf } from './notes.ts'
import type { decisions } from './routing-schema.ts'
import type { RowOf } from './row.ts'

export interface SummedDecision
  extends Pick<RowOf<typeof decisions>, 'pick' | 'first' | 'reason' | 'outcome' | 'weighed_json'> {
  readonly row: number
  /** 1: settled, and about the skill that has the name now. */
  readonly tells: number
}

/** Sums over deleted decisions, which lift adds to those of the remaining ones. */
export function liftSumsTable(db: Database) {
  const sums = notesOf<Omit<LiftSums, 'skill'>>(db, 'lift')
  const sumsOf = (skill: string): LiftSums => ({
    skill,
    ...(sums.get(skill) ?? { own: noTrials(), overall: noTrials() }),
  })

  function add(decisions: readonly SummedDecision[]): void {
    const tallies = new Map<string, LiftTally>()
    for (const { tells, pick, first, reason, outcome, weighed_json } of decisions) {
      if (tells !== 1 || first === null || !LEFT_TO_CHANCE.includes(reason)) continue
      const record = liftRecord(pick, outcome === 'success', JSON.parse(weighed_json) as LoggedContender[])
      if (record === undefined) continue
      const tally = tallies.get(first) ?? new LiftTally([sumsOf(first)])
      tally.add(record)
      tallies.set(first, tally)
    }
    for (const [skill, tally] of tallies) sums.put(skill, { own: tally.of(skill), overall: tally.overall })
  }

  return { add, liftSums: (): LiftSums[] => sums.all().map(([skill, kept]) => ({ skill, ...kept })) }
}

/** Notes that a part of what lift is computed from is no longer so; call it in the same transaction. */
export const liftChange = (db: Database): Statement =>
  db.prepare('UPDATE world SET lift_changes = lift_changes + 1 WHERE id = 1')
