import type { Database } from 'better-sqlite3'
import type { SavedTally } from '../ports/lift-tallies.ts'
import type { liftTallies } from './routing-schema.ts'
import type { RowOf } from './row.ts'
import { unlessBusy, waitingAtMost } from './waiting.ts'

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
