import type { Database } from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { useTable } from '../../../src/store/sqlite/arms.ts'
import { groupTable } from '../../../src/store/sqlite/groups.ts'
import { KeptTurns, turnReads } from '../../../src/store/sqlite/kept-turns.ts'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import { outlookTable } from '../../../src/store/sqlite/outlook.ts'
import { ownRequests } from '../../../src/store/sqlite/requests.ts'
import { retentionTable } from '../../../src/store/sqlite/retention.ts'
import { evidencePlaces, newestSkills, noticeTable } from '../../../src/store/sqlite/skill-lookups.ts'
import { storeOver } from '../../../src/store/sqlite/store-over.ts'
import { options } from './database.ts'

/** What SQLite does for the statements that a table prepares and whose text fits, a line each. */
function planOf(table: (db: Database) => unknown, fits: RegExp): readonly string[] {
  const db = openDatabase(options())
  const prepare = vi.spyOn(db, 'prepare')
  table(db)
  const sql = prepare.mock.calls.map(([text]) => text).filter((text) => fits.test(text))
  const lines = sql.flatMap((text) => {
    const values = /:(?:before|names)/.test(text)
      ? [{ before: '', text: '', scan: 1, limit: 1, after: '', last: '', streaks: 0, names: '[]', from: '' }]
      : Array<string>(text.split('?').length - 1).fill('[]')
    return db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values)
  })
  db.close()
  expect(sql).not.toEqual([])
  return lines.map(({ detail }) => detail)
}

it('looks at the evidence of the skills that it passes, and never at all turns of an agent or project', () => {
  const standing = { status: 'staged', needsReview: true } as const
  const asked = { limit: 20, engine: 'codex', project: '/shop' }
  const plan = planOf((db) => newestSkills(db)([standing], asked), /./)
  expect(plan.filter((line) => line.startsWith('SEARCH t '))).toEqual(
    Array(2).fill(expect.stringMatching(/\bid=\?\)$/)),
  )
})

it('finds the places of skills by their own versions and turns', () => {
  const plan = planOf((db) => evidencePlaces(db)(['x'], 1), /DISTINCT asked/)
  expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([expect.stringContaining('asked VIRTUAL TABLE')])
})

it('reads for a prompt no request of a group but those of the evidence and the latest', () => {
  const plan = planOf((db) => ownRequests(db), /group_requests/)
  expect(plan.filter((line) => /^(?:SCAN|SEARCH) (?:g|group_requests)\b/.test(line))).toEqual([
    'SEARCH group_requests USING INDEX group_requests_turn (turn_id>?)',
    'SEARCH group_requests USING INDEX group_requests_turn (turn_id=?) LEFT-JOIN',
  ])
})

it('reads for a prompt no draft that was announced', () => {
  expect(planOf(noticeTable, /announced_at IS NULL ORDER BY/)).toEqual(['SCAN skills USING INDEX skills_unannounced'])
})

it('reads no row to know up to where decisions are settled', () => {
  expect(planOf(useTable, /max\(settled\)/)).toEqual([
    expect.stringContaining('USING COVERING INDEX decisions_settled'),
  ])
})

it('begins a search of turns where the last one ended', () => {
  const plan = planOf((db) => storeOver(() => db, {}).findTurns({ limit: 1, scan: 1 }), /LIMIT :scan/)
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH turns USING INDEX sqlite_autoindex_turns_1 \(id<\?\)/))
})

it('reads the latest turns of a project in an index of their own, and sorts none', () => {
  const plan = planOf(
    (db) => storeOver(() => db, {}).projectTurns('/shop', 1, []),
    /SELECT id \|\| .* ORDER BY id DESC/s,
  )
  expect(plan[0]).toBe('SEARCH turns USING COVERING INDEX turns_project (<expr>=?)')
  expect(plan).not.toContainEqual(expect.stringContaining('TEMP B-TREE'))
})

it.each([[undefined], ['turn-1']])(
  'reads the last turn of a session in an index of their own (before: %s)',
  (before) => {
    const plan = planOf(
      (db) => turnReads(db, new KeptTurns(db)).lastSuccess('pi', 'session-1', before),
      before === undefined ? /session_id = \? {2}ORDER BY at DESC/ : /AND \(at, id\) </,
    )
    expect(plan[0]).toMatch(/^SEARCH turns USING COVERING INDEX turns_session \(engine=\? AND session_id=\?/)
    expect(plan).not.toContainEqual(expect.stringContaining('TEMP B-TREE'))
  },
)

it('reads of streaks and refusals those that an outlook names, and none to count those of one turn', () => {
  const plan = planOf(outlookTable, /FROM buckets|'suppressed'/)
  expect(plan.filter((line) => /buckets|ledger/.test(line))).toEqual([
    'SCAN buckets USING COVERING INDEX buckets_streak',
    'SEARCH buckets USING COVERING INDEX buckets_streak (streak=?)',
    'SCAN buckets USING INDEX buckets_streak',
    expect.stringMatching(/^SCAN ledger USING (?:COVERING )?INDEX ledger_turned_down$/),
  ])
})

it('finds the request of a turn without a look at others', () => {
  const plan = planOf((db) => [outlookTable(db), groupTable(db)], /turn_id = \?/)
  const requests = plan.filter((line) => /\b(?:r|group_requests) USING/.test(line))
  expect(requests.length).toBe(2)
  for (const line of requests) expect(line).toMatch(/USING (?:COVERING )?INDEX group_requests_turn/)
})

it('removes old turns with one look at the requests of all, and not with one for each of them', () => {
  const plan = planOf((db) => {
    db.exec('CREATE TEMP TABLE evidence (id TEXT PRIMARY KEY) WITHOUT ROWID')
    return retentionTable(db, { halfLife: 1 })
  }, /DELETE FROM turns/)
  expect(plan.filter((line) => /group_requests|\b[or] USING/.test(line))).toEqual([
    'SEARCH group_requests USING INDEX group_requests_turn (turn_id=?)',
    'SCAN group_requests',
  ])
})
