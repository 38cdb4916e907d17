import Sqlite from 'better-sqlite3'
import { LiftTally, liftReport } from '../../src/domain/lift/lift.ts'
import { LEFT_TO_CHANCE, liftRecord } from '../../src/domain/lift/trials.ts'
import type { DecisionReason, LoggedContender } from '../../src/domain/routing/logged.ts'

interface Row {
  readonly id: string
  readonly number: number
  readonly first: string | null
  readonly pick: string | null
  readonly reason: DecisionReason
  readonly outcome: string
  readonly weighed_json: string
}

/** Every settled decision of a home, copied before retention replaces it by sums. */
export class Shadow {
  readonly #rows = new Map<string, Row>()

  get decisions(): number {
    return this.#rows.size
  }

  copy(file: string): void {
    const db = new Sqlite(file, { readonly: true })
    const rows = db
      .prepare<[], Row>(
        'SELECT id, number, first, pick, reason, outcome, weighed_json FROM decisions WHERE settled IS NOT NULL',
      )
      .all()
    db.close()
    for (const row of rows) this.#rows.set(row.id, row)
  }

  /** What skills are worth by all decisions that were ever settled, of those that have the names now. */
  lift(file: string, names: readonly string[]) {
    const db = new Sqlite(file, { readonly: true })
    const since = new Map(db.prepare<[], [string, number]>('SELECT name, since FROM arms').raw().all())
    db.close()
    const tally = new LiftTally()
    for (const { number, first, pick, reason, outcome, weighed_json } of this.#rows.values()) {
      if (first === null || !LEFT_TO_CHANCE.includes(reason) || number <= (since.get(first) ?? 0)) continue
      const record = liftRecord(pick, outcome === 'success', JSON.parse(weighed_json) as LoggedContender[])
      if (record !== undefined) tally.add(record)
    }
    return liftReport(tally, names)
  }
}

/** To ten digits: sums come out in another order. */
export const rounded = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'number' && !Number.isInteger(inner) ? Number(inner.toPrecision(10)) : inner,
  )
