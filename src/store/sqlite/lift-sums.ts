import type { Database } from 'better-sqlite3'
import { LiftTally } from '../../domain/lift/lift.ts'
import { LEFT_TO_CHANCE, liftRecord, noTrials, type Trials } from '../../domain/lift/trials.ts'
import type { LoggedContender } from '../../domain/routing/logged.ts'
import type { SavedTally } from '../ports/decision-store.ts'
import type { LiftSums } from '../ports/upkeep.ts'
import type { decisions, liftSums, liftTallies } from './routing-schema.ts'
import type { RowOf } from './row.ts'
import { unlessBusy, waitingAtMost } from './waiting.ts'

/** A decision that is about to be deleted. */
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

type Row = RowOf<typeof liftTallies>

/** The tally of an earlier look at lift, so that a process need not read the whole decision log again. */
export function liftTallyTable(db: Database) {
  // Rows that were deleted with other tools are not in the number of changes.
  const saved = db.prepare<[], Pick<Row, 'up_to' | 'token' | 'names_json' | 'sums'>>(
    `SELECT up_to, token, names_json, sums FROM lift_tallies t
     WHERE id = 1 AND rows = (SELECT count(settled) FROM decisions WHERE settled <= t.up_to)`,
  )
  const save = db.prepare<[number, string, string, Buffer, number]>(
    `INSERT OR REPLACE INTO lift_tallies (id, up_to, token, rows, names_json, sums)
     SELECT 1, ?, ?, count(settled), ?, ? FROM decisions WHERE settled <= ?`,
  )
  return {
    savedTally(): SavedTally | undefined {
      const row = saved.get()
      if (row === undefined) return undefined
      const { buffer, byteOffset, byteLength } = row.sums
      const sums = new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength))
      return { upTo: row.up_to, token: row.token, names: JSON.parse(row.names_json) as string[], sums }
    },
    /** Leaves the earlier one where another process writes: a look does not wait for it. */
    saveTally({ upTo, token, names, sums }: SavedTally): void {
      const bytes = Buffer.from(sums.buffer, sums.byteOffset, sums.byteLength)
      unlessBusy(() => waitingAtMost(db, 0, () => save.run(upTo, token, JSON.stringify(names), bytes, upTo)))
    },
  }
}

/** Notes that a part of what lift is computed from is no longer so; call it in the same transaction. */
export function liftChange(db: Database): () => void {
  const count = db.prepare('UPDATE world SET lift_changes = lift_changes + 1 WHERE id = 1')
  const drop = db.prepare('DELETE FROM lift_tallies')
  return () => {
    count.run()
    drop.run()
  }
}
