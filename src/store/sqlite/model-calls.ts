import type { Database } from 'better-sqlite3'
import type {
  CallLimits,
  CallRecord,
  CallResult,
  KeptAnswer,
  OverLimit,
  PlannedCall,
  ReservedCall,
  Spending,
} from '../ports/call-store.ts'
import type { modelCalls } from './model-schema.ts'
import type { Known } from './row.ts'

type CallRow = typeof modelCalls.$inferSelect
/** A row with an answer, as the query's WHERE guarantees. */
type KeptRow = Pick<Known<CallRow, 'answer'>, Exclude<keyof KeptAnswer, 'state'>> & Pick<KeptAnswer, 'state'>

/** The table of calls to a model. */
export function modelCallTable(db: Database) {
  const kept = db.prepare<[string], KeptRow>(
    `SELECT state, answer, model, input, output FROM model_calls
     WHERE id = ? AND state IN ('answered', 'invalid') ORDER BY n DESC LIMIT 1`,
  )
  const spent = db.prepare<[number], number>(`SELECT ${TOKENS} AS tokens FROM model_calls WHERE at >= ?`).pluck()
  const inTheHour = db
    .prepare<[string, number], number>(
      "SELECT count(*) AS calls FROM model_calls WHERE provider = ? AND at > ? AND state <> 'waiting'",
    )
    .pluck()
  const add = db.prepare<PlannedCall>(
    `INSERT INTO model_calls (id, purpose, prompt, provider, model, run, subject, state, reserved, at)
     VALUES (@id, @purpose, @prompt, @provider, @model, @run, @subject, 'asked', @reserved, @at)`,
  )
  const dropWaiting = db
    .prepare<PlannedCall, string>(
      "DELETE FROM model_calls WHERE state = 'waiting' AND (id = @id OR subject = @subject) RETURNING id",
    )
    .pluck()
  const settle = db.prepare<unknown[]>(
    `UPDATE model_calls SET state = ?, model = coalesce(?, model), input = ?, output = ?, milliseconds = ?, answer = ?, fault = ?, reserved = coalesce(?, reserved)
     WHERE n = ?`,
  )
  const sums = db.prepare<[number], Spending>(
    `SELECT purpose, provider, model, count(*) AS calls,
       sum(state IN ('failed', 'invalid', 'asked')) AS failed, sum(state = 'waiting') AS waiting,
       coalesce(sum(input), 0) AS input, coalesce(sum(output), 0) AS output,
       sum(input IS NULL AND state <> 'waiting') AS unknown
     FROM model_calls WHERE at >= ? GROUP BY purpose, provider, model ORDER BY purpose, provider, model`,
  )
  const latest = db.prepare<{ run: string | null; limit: number }, Pick<CallRow, keyof CallRecord>>(
    `SELECT id, purpose, prompt, provider, model, run, subject, state, reserved, input, output, milliseconds, fault, at
     FROM model_calls WHERE @run IS NULL OR run = @run ORDER BY n DESC LIMIT @limit`,
  )
  const reserve = db.transaction((call: PlannedCall, limits: CallLimits): ReservedCall | OverLimit => {
    // A question that waited is asked again to fetch its answer, and is still one call. Another one about the same subject
    // was asked before something changed.
    const replaced = dropWaiting.all(call).filter((id) => id !== call.id)
    const used = spent.get(limits.dayBegan) ?? 0
    if (used + call.reserved > limits.dailyTokens) return { over: 'dailyTokens', used }
    const calls = inTheHour.get(call.provider, call.at - HOUR_MS) ?? 0
    if (limits.perHour !== undefined && calls >= limits.perHour) return { over: 'perHour', used: calls }
    return { call: Number(add.run(call).lastInsertRowid), replaced }
  })
  return {
    keptAnswer: (id: string): KeptAnswer | undefined => kept.get(id),
    reserveCall: (call: PlannedCall, limits: CallLimits) => reserve.immediate(call, limits),
    settleCall: (call: number, said: CallResult): void => {
      const { state, model = null, input, output, milliseconds, answer = null, fault = null, counted = null } = said
      settle.run(state, model, input, output, milliseconds, answer, fault, counted, call)
    },
    spending: (since: number): readonly Spending[] => sums.all(since),
    latestCalls: (limit: number, run?: string): readonly CallRecord[] => latest.all({ run: run ?? null, limit }),
  }
}

/** Unknown tokens count as the reserved ones; a waiting question costs nothing yet. */
const TOKENS = "coalesce(sum(CASE WHEN state = 'waiting' THEN 0 ELSE coalesce(input + output, reserved) END), 0)"

const HOUR_MS = 3_600_000
