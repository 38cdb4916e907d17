import type { Database } from 'better-sqlite3'
import { LEFT_TO_CHANCE, liftRecord } from '../../domain/lift/record.ts'
import type { LoggedContender } from '../../domain/routing/logged.ts'
import type { PlacedRecord } from '../decision-log.ts'
import type { decisions } from './routing-schema.ts'
import type { Known, RowOf } from './row.ts'

type Row = Pick<Known<RowOf<typeof decisions>, 'settled' | 'outcome'>, 'settled' | 'pick' | 'outcome' | 'weighed_json'>

/** Reads the decisions that lift is computed from, in pages by settled index. */
export function liftRecordsOf(db: Database): (after: number, limit: number) => PlacedRecord[] {
  // A row costs half as much as a list of values, and most skills never began anew.
  const page = db
    .prepare<[number, number], [Row['settled'], Row['pick'], Row['outcome'], Row['weighed_json']]>(
      `SELECT settled, pick, outcome, weighed_json FROM decisions
     WHERE settled > ? AND reason IN (${LEFT_TO_CHANCE.map((reason) => `'${reason}'`).join(', ')}) AND first IS NOT NULL
       AND (number > (SELECT max(since) FROM arms) OR number > coalesce((SELECT since FROM arms WHERE name = first), 0))
     ORDER BY settled LIMIT ?`,
    )
    .raw()
  return (after, limit) => {
    const found: PlacedRecord[] = []
    for (const [settled, pick, outcome, weighed_json] of page.all(after, limit)) {
      const weighed = JSON.parse(weighed_json) as LoggedContender[]
      const record = liftRecord(pick, outcome === 'success', weighed)
      if (record !== undefined) found.push({ ...record, settled })
    }
    return found
  }
}
