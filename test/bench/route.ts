// What does a whole route with its log in SQLite cost at 10,000 skills, or as many as the argument says, against FTS5 bm25() alone on the same text?
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { seededRandom } from '../../src/domain/bandit.ts'
import { redactTurn } from '../../src/domain/redact.ts'
import { RULES_VERSION } from '../../src/domain/safety/rules-version.ts'
import { reachOf } from '../../src/engines/skill-folders.ts'
import { createHinter } from '../../src/service/offers/hinter.ts'
import { createRouter } from '../../src/service/offers/router.ts'
import { createSkillSearch } from '../../src/service/offers/skill-search.ts'
import type { SkillRecord } from '../../src/store/skill-records.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { devQueries, needData, seeded, skillBank } from './routing-data.ts'
import { fts5 } from './routing-rivals.ts'

needData()
const SKILLS = Number(process.argv[2] ?? 10_000)
const FOUND = 30
const bank = skillBank()
const random = seeded(3)
const any = () => bank[Math.floor(random() * bank.length)]!
/** Each with the name and triggers of one skill of the bank and the rest of another. */
const skills = Array.from({ length: SKILLS }, (_, i) => {
  const { name, triggers = [] } = bank[i % bank.length]!
  return { ...any(), name, triggers, id: `${name}-${i}` }
})
const offered = skills.map(
  ({ id, triggers, description, body }): SkillRecord => ({
    id,
    name: id,
    origin: 'person',
    status: 'active',
    signature: null,
    description,
    triggers,
    body: body ?? '',
    path: `/skills/${id}`,
    needsReview: false,
    evidenceCount: 0,
    headVersion: '0.1.0',
    digest: 'd',
    stamp: 's',
    rules: RULES_VERSION,
    altered: false,
    createdAt: 0,
  }),
)
const folder = mkdtempSync(join(tmpdir(), 'wayland-bench-'))
const store = openSqliteStore({
  file: join(folder, 'wayland-core.db'),
  migrations: new URL('../../migrations', import.meta.url).pathname,
  program: 'bench',
  busyTimeout: 1000,
  asideName: (file) => `${file}.damaged`,
  onRepair: (what) => console.log(what),
})
for (const skill of offered)
  await store.apply({
    ...{ skill, expect: 'absent' },
    ledger: {
      ...{ at: 0, skillName: skill.name, skillId: skill.id, move: 'adopt', actor: 'person', reason: '' },
      ...{ fromStatus: null, toStatus: 'active', versionId: null },
    },
  })
let ids = 0
const byName = new Map(offered.map((skill) => [skill.name, skill]))
const router = createRouter({
  store,
  // Looking for changes on disk costs one stamp of the folder, which is the same at any size.
  catalogue: {
    refresh: async () => false,
    sync: async () => new Map(),
    offered: async () => offered,
    count: async () => offered.length,
    isAsSeen: async () => true,
    named: async (names) =>
      new Map(names.flatMap((name) => byName.get(name) ?? []).map((skill) => [skill.name, skill])),
    generation: 0,
    records: async () => [],
  },
  search: createSkillSearch({
    libraries: () => [],
    store,
    offer: () => ({ drafts: 'staged', watching: false }),
    later: () => () => {},
    pause: () => setImmediate(),
    tell: () => {},
  }),
  hinter: createHinter({
    ...{ store, reachOf, readCopy: async () => undefined },
    toolNames: { translate: async (_, text) => ({ text, changes: [] }) },
  }),
  elsewhere: async () => new Set(),
  clock: { now: () => new Date(), newId: () => `decision-${++ids}` },
  random: seededRandom(1),
  rule: { precision: 0.9, holdout: 0.05, halfLife: 30_000 },
  redact: redactTurn,
  tell: () => {},
})
const fts = fts5(offered.map((skill) => ({ ...skill, id: skill.name })))
const queries = devQueries().report.map(({ query }) => query)

const times = { fts: [] as number[], route: [] as number[], settle: [] as number[] }
for (const query of queries) await router.route({ text: query })
for (const [n, query] of queries.entries()) {
  times.fts.push(await timed(async () => fts(query, FOUND)))
  let id = ''
  times.route.push(
    await timed(async () => {
      id = (await router.route({ text: query })).id
    }),
  )
  times.settle.push(await timed(async () => await store.settle(id, n % 3 ? 'success' : 'failure', n)))
}
console.log(`${SKILLS} skills, ${queries.length} queries after one round to warm up`)
console.log(`FTS5 alone           p50 ${quantile(times.fts, 0.5)} ms, p99 ${quantile(times.fts, 0.99)} ms`)
for (const [name, of] of [
  ['whole route, logged', times.route],
  ['its outcome settled', times.settle],
] as const)
  console.log(
    `${name}  p50 ${quantile(of, 0.5)} ms = × ${ratio(of, 0.5)} of FTS5, p99 ${quantile(of, 0.99)} ms = × ${ratio(of, 0.99)}`,
  )
await store[Symbol.asyncDispose]()
rmSync(folder, { recursive: true })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function at(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)]!
}

function quantile(values: readonly number[], share: number): string {
  return at(values, share).toFixed(2)
}

function ratio(values: readonly number[], share: number): string {
  return (at(values, share) / at(times.fts, share)).toFixed(2)
}
