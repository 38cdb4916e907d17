import type { Database } from 'better-sqlite3'
import { and, desc, eq, gt, gte, inArray, ne, or, sql } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type { CallStore, KeptAnswer, Spending } from '../ports/call-store.ts'
import { modelCalls } from './model-schema.ts'
import { given, kept, statements } from './statements.ts'

type Calls = Sync<CallStore>

export function modelCallTable(db: Database): Calls {
  const { id, state, model, input, output, reserved, subject, provider, at, n, run } = modelCalls
  const { orm, rows, values, insert, update, remove } = statements(db)
  const isThis = eq(id, given('id'))
  const answer = { state: sql<KeptAnswer['state']>`${state}`, answer: sql<string>`answer`, model, input, output }
  const isAnswer = and(isThis, inArray(state, ['answered', 'invalid']))
  const answered = kept(() => orm.select(answer).from(modelCalls).where(isAnswer).orderBy(desc(n)).limit(1).prepare())
  // Unknown tokens count as the reserved ones; a waiting question costs nothing yet.
  const cost = sql<number>`CASE WHEN ${state} = 'waiting' THEN 0 ELSE coalesce(${input} + ${output}, ${reserved}) END`
  const spent = kept(() =>
    orm
      .select({ tokens: sql<number>`coalesce(sum(${cost}), 0)` })
      .from(modelCalls)
      .where(gte(at, given('since')))
      .prepare(),
  )
  const inTheHour = and(eq(provider, given('provider')), gt(at, given('since')), ne(state, 'waiting'))
  const asked = values(n, { where: inTheHour })
  const add = insert(modelCalls)
  const isWaiting = and(eq(state, 'waiting'), or(isThis, eq(subject, given('subject'))))
  const waiting = values(id, { where: isWaiting })
  const dropWaiting = remove(modelCalls, isWaiting)
  const settle = update(
    modelCalls,
    {
      ...{ state: given('state'), input: given('input'), output: given('output'), answer: given('answer') },
      ...{ milliseconds: given('milliseconds'), fault: given('fault') },
      model: sql`coalesce(${given('model')}, ${model})`,
      reserved: sql`coalesce(${given('counted')}, ${reserved})`,
    },
    eq(n, given('n')),
  )
  const sums = db.prepare<[number], Spending>(
    `SELECT purpose, provider, model, count(*) AS calls,
       sum(state IN ('failed', 'invalid', 'asked')) AS failed, sum(state = 'waiting') AS waiting,
       coalesce(sum(input), 0) AS input, coalesce(sum(output), 0) AS output,
       sum(input IS NULL AND state <> 'waiting') AS unknown
     FROM model_calls WHERE at >= ? GROUP BY purpose, provider, model ORDER BY purpose, provider, model`,
  )
  const isOf = sql`${given('run')} IS NULL OR ${run} = ${given('run')}`
  const latest = rows(modelCalls, { where: isOf, by: [desc(n)], limit: given('limit') })
  const reserve = db.transaction<Calls['reserveCall']>((call, { dailyTokens, dayBegan, perHour }) => {
    // A question that waited is asked again to fetch its answer, and is still one call. Another one about the same subject
    // was asked before something changed.
    const replaced = waiting(call).filter((one) => one !== call.id)
    dropWaiting(call)
    const used = spent().get({ since: dayBegan })?.tokens ?? 0
    if (used + call.reserved > dailyTokens) return { over: 'dailyTokens', used }
    const calls = asked({ provider: call.provider, since: call.at - HOUR_MS }).length
    if (perHour !== undefined && calls >= perHour) return { over: 'perHour', used: calls }
    return { call: Number(add({ ...call, state: 'asked' }).lastInsertRowid), replaced }
  })
  return {
    keptAnswer: (question) => answered().get({ id: question }),
    reserveCall: reserve.immediate,
    settleCall: (call, { model: by = null, answer: text = null, fault = null, counted = null, ...result }) =>
      void settle({ ...result, model: by, answer: text, fault, counted, n: call }),
    spending: sums.all,
    latestCalls: (limit, of) => latest({ run: of ?? null, limit }),
  }
}

const HOUR_MS = 3_600_000
