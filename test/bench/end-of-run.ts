// What does the end of a run cost (turn, streak and credit in one durable transaction) against one raw prepared insert of
// the same bytes? Both in WAL; NORMAL first, then FULL. With and without redaction.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { v7 } from 'uuid'
import { redactTurn } from '../../src/domain/redact.ts'
import { type TurnTrajectory, toTrajectory } from '../../src/domain/turn.ts'
import { createRecorder } from '../../src/service/recorder.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { benchData } from './bench-data.ts'

const ROUNDS = 15
const NOW = new Date('2026-01-01T00:00:00Z')
type Synchronous = 'NORMAL' | 'FULL'
type Turn = TurnTrajectory

const requests = readFileSync(benchData('bench:end-of-run', 'data/real_coding_turns.jsonl'), 'utf8').trim().split('\n')
const turns = requests.map((line, i): Turn => {
  const { text, session } = JSON.parse(line) as { text: string; session: string }
  const toolCalls = [
    { name: 'Bash', input: { command: 'git diff --stat main...HEAD' }, ok: true, exitCode: 0 },
    { name: 'Read', input: { file_path: `/home/dev/project/src/module-${i % 40}.ts` }, ok: true },
    { name: 'Bash', input: { command: 'npm run lint && npm test' }, ok: true, exitCode: 0 },
  ]
  const given = { userInput: text, sessionId: session, engine: 'claude-code' as const, toolCalls }
  return toTrajectory({ ...given, outcome: 'success', turns: 4, projectDir: '/home/dev/project' }, NOW)
})
const bytes = turns.reduce((sum, turn) => sum + JSON.stringify(turn).length, 0) / turns.length
console.log(`${turns.length} turns of ${bytes.toFixed(0)} bytes, median of ${ROUNDS} rounds`)

for (const synchronous of ['NORMAL', 'FULL'] as const) await measure(synchronous)

async function measure(synchronous: Synchronous): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'wayland-bench-'))
  const raw = rawInsert(join(home, 'raw.db'), synchronous)
  const bare = endOfRun(join(home, 'bare.db'), synchronous, (turn) => turn)
  const whole = endOfRun(join(home, 'whole.db'), synchronous, redactTurn)
  const times = { raw: [] as number[], bare: [] as number[], whole: [] as number[] }
  const rounds = synchronous === 'FULL' ? Math.ceil(ROUNDS / 3) : ROUNDS
  // One after the other in each round, so that what else the machine does falls on all three.
  for (let round = 0; round < rounds; round++) {
    const fresh = turns.map((turn) => ({ ...turn, promptId: randomUUID() }))
    times.raw.push(await timed(async () => fresh.forEach(raw.insert)))
    for (const [name, recorder] of [
      ['bare', bare],
      ['whole', whole],
    ] as const)
      times[name].push(
        await timed(async () => {
          for (const turn of fresh) await recorder.endOfRun(turn)
        }),
      )
  }
  const rate = (values: readonly number[]) => (turns.length / median(values)) * 1000
  const line = (label: string, values: readonly number[]) =>
    `${label.padEnd(34)} ${rate(values).toFixed(0).padStart(8)} turns/s   × ${(rate(values) / rate(times.raw)).toFixed(2)}`
  console.log(`\nsynchronous=${synchronous}`)
  console.log(line('raw prepared insert', times.raw))
  console.log(line('endOfRun without redaction', times.bare))
  console.log(line('endOfRun with redaction', times.whole))
  raw.close()
  await Promise.all([bare.close(), whole.close()])
  rmSync(home, { recursive: true })
}

function rawInsert(file: string, synchronous: Synchronous) {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${synchronous}`)
  db.exec(
    'CREATE TABLE turns (id TEXT PRIMARY KEY, engine, session_id, prompt_id, project_dir, outcome, user_input, summary, turn_count, tool_calls, at)',
  )
  const add = db.prepare<unknown[]>('INSERT INTO turns VALUES (?,?,?,?,?,?,?,?,?,?,?)')
  return {
    insert: (t: Turn): void => {
      const calls = JSON.stringify(t.toolCalls)
      add.run(
        randomUUID(),
        t.engine,
        t.sessionId,
        t.promptId,
        t.projectDir,
        t.outcome,
        t.userInput,
        t.summary,
        t.turns,
        calls,
        t.timestamp.getTime(),
      )
    },
    close: () => db.close(),
  }
}

function endOfRun(file: string, synchronous: Synchronous, redact: (turn: Turn) => Turn) {
  const store = openSqliteStore({
    file,
    synchronous,
    migrations: join(import.meta.dirname, '..', '..', 'migrations'),
    program: 'bench',
    busyTimeout: 1000,
    asideName: (name) => `${name}.damaged`,
    onRepair: (what) => console.log(what),
  })
  const recorder = createRecorder({
    store,
    redact,
    clock: { now: () => NOW, newId: () => randomUUID() },
    newTurnId: () => v7(),
    // What a full streak sets off is not the end of every run.
    drafter: { draft: async ({ signature }) => ({ status: 'refused', skill: signature }) },
    withdrawer: { withdraw: async () => [] },
    router: {
      route: async () => ({ id: '', pick: null, reason: 'off', candidates: [] }),
      refresh: () => {},
    },
    stopwords: undefined,
    gatesOff: [],
    scope: 'user',
    claim: { pid: process.pid, staleMs: 60_000, alive: () => true },
    rule: { threshold: 3, expiryMs: 30 * 86_400_000, maxBuckets: 10_000, grouping: 'signature' },
    tell: () => {},
  })
  return { endOfRun: recorder.endOfRun, close: async () => await store[Symbol.asyncDispose]() }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
