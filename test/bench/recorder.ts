import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { turnIds } from '../../src/app/recording.ts'
import { redactTurn } from '../../src/domain/redact.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import { createRecorder } from '../../src/service/turns/recorder.ts'
import type { PendingTrigger } from '../../src/store/ports/turn-store.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

type Synchronous = 'NORMAL' | 'FULL'
const NOW = new Date('2026-01-01T00:00:00Z')

/** The least that keeping a turn costs: one prepared insert of the same bytes. */
export function rawInsert(file: string, synchronous: Synchronous) {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${synchronous}`)
  db.exec(
    'CREATE TABLE turns (id TEXT PRIMARY KEY, engine, session_id, prompt_id, project_dir, outcome, user_input, summary, turn_count, tool_calls, at)',
  )
  const add = db.prepare<unknown[]>('INSERT INTO turns VALUES (?,?,?,?,?,?,?,?,?,?,?)')
  return {
    insert: (t: TurnTrajectory): void => {
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

/** A recorder over a fresh database; what a full streak sets off is left out, since it is not the end of every run. */
export function openRecorder(
  file: string,
  {
    synchronous = 'NORMAL',
    grouping = 'signature',
    redact = redactTurn,
  }: {
    readonly synchronous?: Synchronous
    readonly grouping?: 'signature' | 'similar'
    readonly redact?: (turn: TurnTrajectory) => TurnTrajectory
  } = {},
) {
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
    apart: async () => undefined,
    clock: { now: () => NOW, newId: () => randomUUID() },
    newTurnId: turnIds(),
    pause: async () => {},
    drafter: { draft: refused, begin: refused, finish: async () => [] },
    withdrawer: { withdraw: async () => [] },
    router: {
      route: async () => ({ id: '', pick: null, reason: 'off', candidates: [] }),
      expected: async () => undefined,
      refresh: () => {},
    },
    gatesOff: [],
    scope: 'user',
    claim: { pid: process.pid, staleMs: 60_000, alive: () => true },
    rule: { threshold: 3, expiryMs: 30 * 86_400_000, maxBuckets: 10_000, grouping },
    tell: () => {},
  })
  return { endOfRun: recorder.endOfRun, close: async () => await store[Symbol.asyncDispose]() }
}

export async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const refused = async ({ signature }: PendingTrigger) => ({ status: 'refused' as const, skill: signature })
