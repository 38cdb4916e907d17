import { expect, it, vi } from 'vitest'
import { useTable } from '../../../src/store/sqlite/arms.ts'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import { options } from './database.ts'

it('reads no decision of the log to tell up to which lift was asked for', () => {
  const db = openDatabase(options())
  const prepare = vi.spyOn(db, 'prepare')
  useTable(db)
  const marks = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /max\(settled\)|lift_changes/.test(sql))
  const plans = marks.map((sql) =>
    db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array<number>(sql.split('?').length - 1).fill(1))
      .map(({ detail }) => detail)
      .filter((detail) => /\bdecisions\b/.test(detail)),
  )
  db.close()
  expect(plans.length).toBe(2)
  for (const plan of plans) expect(plan).toEqual([expect.stringMatching(/USING (?:COVERING )?INDEX decisions_settled/)])
  expect(marks.join()).not.toContain('count(')
})
