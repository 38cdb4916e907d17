import type { Database, Statement } from 'better-sqlite3'
import { LiftTally } from '../../domain/lift/lift.ts'
import { LEFT_TO_CHANCE, liftRecord, noTrials, type Trials } from '../../domain/lift/trials.ts'
import type { LoggedContender } from '../../domain/routing/logged.ts'
import type { LiftSums } from '../ports/upkeep.ts'
import type { decisions, liftSums } from './routing-schema.ts'
import type { RowOf } from './row.ts'

export interface SummedDecision
  extends Pick<RowOf<typeof decisions>, 'pick' | 'first' | 'reason' | 'outcome' | 'weighed_json'> {
  readonly row: number
  /** 1: settled, and about the skill that has the name now. */
  readonly tells: number
}

/** Sums over deleted decisions, which lift adds to those of the remaining ones. */
export function liftSumsTable(db: Database) {
  const all = db.prepare<[], RowOf<typeof liftSums>>('SELECT * FROM lift_sums')
  const one = db.prepare<[string], Pick<RowOf<typeof liftSums>, 'own_json' | 'overall_json'>>(
    'SELECT own_json, overall_json FROM lift_sums WHERE skill = ?',
  )
  const save = db.prepare<[string, string, string]>(
    'INSERT OR REPLACE INTO lift_sums (skill, own_json, overall_json) VALUES (?,?,?)',
  )

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
    for (const [skill, tally] of tallies)
      save.run(skill, JSON.stringify(tally.of(skill)), JSON.stringify(tally.overall))
  }

  const sumsOf = (skill: string): LiftSums => {
    const row = one.get(skill)
    return row === undefined
      ? { skill, own: noTrials(), overall: noTrials() }
      : { skill, own: trials(row.own_json), overall: trials(row.overall_json) }
  }

  return {
    add,
    liftSums: (): LiftSums[] =>
      all
        .all()
        .map(({ skill, own_json, overall_json }) => ({ skill, own: trials(own_json), overall: trials(overall_json) })),
  }
}

const trials = (json: string): Trials => JSON.parse(json) as Trials

/** Notes that a part of what lift is computed from is no longer so; call it in the same transaction. */
export const liftChange = (db: Database): Statement =>
  db.prepare('UPDATE world SET lift_changes = lift_changes + 1 WHERE id = 1')
