import type { Database } from 'better-sqlite3'
import type { Tally } from '../ports/upkeep.ts'

/** How much there is, counted when it is asked for: turns by the index of their identities, which is a tenth of them. */
export function tallyOf(db: Database): () => Tally {
  const count = db.prepare<[], Tally>(
    `SELECT (SELECT count(*) FROM turns) AS turns, (SELECT max(at) FROM (SELECT at FROM turns ORDER BY id DESC LIMIT ${LATEST})) AS lastTurnAt,
       (SELECT count(*) FROM buckets) AS streaks, (SELECT count(*) FROM decisions) AS decisions`,
  )
  const of = (name: string) => db.pragma(name, { simple: true }) as number
  return () => {
    const page = of('page_size')
    const size = { bytes: page * of('page_count'), freeBytes: page * of('freelist_count') }
    return { ...(count.get() as Tally), ...size }
  }
}

/** Ids ascend with time but for those of one moment. */
const LATEST = 100
