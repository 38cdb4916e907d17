import type { Database } from 'better-sqlite3'
import type { Tally } from '../store.ts'

/** How much there is, counted when it is asked for. */
export function tallyOf(db: Database): () => Tally {
  const count = db.prepare<[], Tally>(
    `SELECT (SELECT count(*) FROM turns) AS turns, (SELECT max(at) FROM turns) AS lastTurnAt,
       (SELECT count(*) FROM buckets) AS streaks, (SELECT count(*) FROM decisions) AS decisions`,
  )
  return () => count.get() as Tally
}
