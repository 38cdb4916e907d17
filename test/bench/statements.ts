// What does a kept statement of drizzle-orm cost against the same statement prepared by hand, where a turn is recorded, a
// prompt answered or a task routed? Prints the ratio, and what building a statement for each use would cost.
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { arms, decisions } from '../../src/store/sqlite/routing-schema.ts'
import { buckets, turns } from '../../src/store/sqlite/schema.ts'
import { excluded, given, statements } from '../../src/store/sqlite/statements.ts'
import { median } from './median.ts'

const [ROUNDS, TIMES] = [21, 4_000]
const db = new Sqlite(':memory:')
migrate(db, join(import.meta.dirname, '../../migrations'), '')
const { orm, row, value, insert, update } = statements(db)

const text = 'update the changelog for the release and bump the version '
const turnOf = (n: number): typeof turns.$inferInsert => ({
  ...{ id: `t${n}`, engine: 'codex', sessionId: `s${n % 50}`, promptId: `p${n}`, projectDir: '/home/dev/project' },
  ...{ signature: 'changelog-release-update', outcome: 'success', userInput: text, summary: text.repeat(4), at: n },
  ...{ toolCallsJson: JSON.stringify(Array(12).fill({ name: 'Bash', input: { command: text } })), turnCount: 4 },
})
const decisionOf = (n: number): typeof decisions.$inferInsert => ({
  ...{ id: `d${n}`, at: n, task: text, sessionId: `s${n % 50}`, promptId: `p${n}`, reason: 'picked', number: n },
  ...{ candidatesJson: '[]', pick: 'auto-changelog', weighedJson: JSON.stringify([{ skill: 'auto-changelog' }]) },
})
const named = (table: typeof turns | typeof decisions) =>
  Object.entries(getTableColumns(table)).map(([key, { name }]) => ({ key, name }))
/** The same insert by hand: every column by its place. */
function byHand<R extends object>(table: 'turns' | 'decisions', of: typeof turns | typeof decisions) {
  const columns = named(of)
  const statement = db.prepare<unknown[]>(
    `INSERT INTO ${table} (${columns.map(({ name }) => name)}) VALUES (${columns.map(() => '?')})`,
  )
  const defaults = Object.values(getTableColumns(of)).map((column) => column.default ?? null)
  return (one: R) => statement.run(columns.map(({ key }, i) => (one as Record<string, unknown>)[key] ?? defaults[i]))
}

let n = 0
const rawTurn = byHand<typeof turns.$inferInsert>('turns', turns)
const addTurn = insert(turns)
const rawDecision = byHand<typeof decisions.$inferInsert>('decisions', decisions)
const addDecision = insert(decisions)
for (n = 0; n < 5_000; n++) {
  rawTurn(turnOf(n))
  rawDecision(decisionOf(n))
}
const rawById = db.prepare('SELECT * FROM turns WHERE id = ?')
const byId = row(turns, { where: eq(turns.id, given('id')) })
const rawWhy = db.prepare('UPDATE turns SET why_json = ? WHERE id = ?')
const saveWhy = update(turns, { whyJson: given('why') }, eq(turns.id, given('id')))
const rawPrompt = db.prepare(
  'SELECT * FROM decisions WHERE session_id = ? AND prompt_id = ? ORDER BY number DESC LIMIT 1',
)
const isPrompt = and(eq(decisions.sessionId, given('session')), eq(decisions.promptId, given('prompt')))
const byPrompt = row(decisions, { where: isPrompt, by: [desc(decisions.number)] })
const rawSince = db.prepare('SELECT since FROM arms WHERE name = ?').pluck()
const since = value(arms.since, { where: eq(arms.name, given('name')) })
const rawArm = db.prepare(
  `INSERT INTO arms (name, successes, failures, offered, loaded) VALUES (?,?,?,?,?)
   ON CONFLICT(name) DO UPDATE SET offered = offered + excluded.offered`,
)
const addArm = insert(arms, { offered: sql`${arms.offered} + ${excluded(arms.offered)}` })
const rawBucket = db.prepare(
  'INSERT OR REPLACE INTO buckets (scope, signature, turn_ids_json, streak, updated_at) VALUES (?,?,?,?,?)',
)
const saveBucket = insert(buckets, 'replace')
const ids = ['t1', 't2']

const each: readonly (readonly [string, (i: number) => unknown, (i: number) => unknown])[] = [
  ['a turn is added', () => rawTurn(turnOf(n++)), () => addTurn(turnOf(n++))],
  ['a turn by its id', (i) => rawById.get(`t${i}`), (i) => byId({ id: `t${i}` })],
  ['why a turn counted', (i) => rawWhy.run('{}', `t${i}`), (i) => saveWhy({ why: '{}', id: `t${i}` })],
  [
    'a streak is saved',
    (i) => rawBucket.run('', `s${i % 99}`, JSON.stringify(ids), 2, i),
    (i) => saveBucket({ scope: '', signature: `s${i % 99}`, turnIds: ids, streak: 2, updatedAt: i }),
  ],
  ['a decision is added', () => rawDecision(decisionOf(n++)), () => addDecision(decisionOf(n++))],
  [
    'the decision on a prompt',
    (i) => rawPrompt.get(`s${i % 50}`, `p${i}`),
    (i) => byPrompt({ session: `s${i % 50}`, prompt: `p${i}` }),
  ],
  ['one number of a skill', (i) => rawSince.get(`a${i % 99}`), (i) => since({ name: `a${i % 99}` })],
  [
    'an outcome is counted',
    (i) => rawArm.run(`a${i % 99}`, 0, 0, 1, 0),
    (i) => addArm({ name: `a${i % 99}`, successes: 0, failures: 0, offered: 1, loaded: 0 }),
  ],
]

/** Microseconds of one run, inside a transaction. */
function timed(work: (i: number) => unknown, times = TIMES): number {
  db.exec('BEGIN')
  const start = performance.now()
  for (let i = 0; i < times; i++) work(i)
  const took = performance.now() - start
  db.exec('ROLLBACK')
  return (took / times) * 1_000
}

for (const [what, raw, own] of each) {
  const pairs = Array.from({ length: ROUNDS }, () => [timed(raw), timed(own)] as const)
  const [hand, kept] = [median(pairs.map(([one]) => one)), median(pairs.map(([, two]) => two))]
  const ratio = median(pairs.map(([one, two]) => two / one))
  console.log(
    `${what.padEnd(26)} by hand ${hand.toFixed(2)} µs, drizzle ${kept.toFixed(2)} µs, ratio ${ratio.toFixed(2)}`,
  )
}
const built = timed(
  (i) =>
    orm
      .select()
      .from(turns)
      .where(eq(turns.id, `t${i}`))
      .get(),
  500,
)
console.log(`a turn by its id, built for each use: ${built.toFixed(1)} µs`)
