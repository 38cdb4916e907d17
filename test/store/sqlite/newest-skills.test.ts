import { expect, it, vi } from 'vitest'
import { newestSkills } from '../../../src/store/sqlite/newest-skills.ts'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import { options } from './database.ts'

it('looks at the evidence of the skills that it passes, and never at all turns of an agent or project', () => {
  const db = openDatabase(options())
  const prepare = vi.spyOn(db, 'prepare')
  const standing = { status: 'staged', needsReview: true } as const
  newestSkills(db)([standing], { limit: 20, engine: 'codex', project: '/shop' })
  const sql = prepare.mock.calls[0]?.[0] ?? ''
  const plan = db
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array<string>(sql.split('?').length - 1).fill('x'))
    .map(({ detail }) => detail)
  db.close()
  expect(plan.filter((line) => line.startsWith('SEARCH t '))).toEqual(
    Array(2).fill(expect.stringMatching(/\(id=\?\)$/)),
  )
})
