import { expect, it, vi } from 'vitest'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import { readingTable } from '../../../src/store/sqlite/readings.ts'
import { options } from './database.ts'

it('looks a prompt up by an index that names it, however many turns its engine has', () => {
  const db = openDatabase(options())
  const prepare = vi.spyOn(db, 'prepare')
  readingTable(db, () => {})
  const lookUps = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.startsWith('SELECT'))
  const plans = lookUps.map((sql) => {
    const filled = Array<string>(sql.split('?').length - 1).fill('x')
    return db
      .prepare<string[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...filled)
      .map(({ detail }) => detail)
      .join('\n')
  })
  db.close()
  expect(plans.length).toBe(5)
  // By its prompt, or, of a copy under another id, by the ids of its very millisecond.
  for (const plan of plans)
    expect(plan).toMatch(/USING (?:(?:COVERING )?INDEX \w+ \([^)]*prompt_id=\?|INDEX \w+ \(id>\? AND id<\?)/)
})
