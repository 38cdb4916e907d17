import type { Database } from 'better-sqlite3'
import { nextStreak } from '../../domain/bucketer.ts'
import { wasLoaded } from '../../domain/credit.ts'
import type { EngineName, Outcome, ToolCall, TurnTrajectory } from '../../domain/turn.ts'
import type { Claim, NewTurn, PendingTrigger, RecordedTurn, StreakRule } from '../store.ts'
import type { DecisionTable } from './decisions.ts'

/** Turns are swept of old buckets once in this many. */
const SWEEP_EVERY = 256

/** The tables of turns, streaks and completed streaks, and the transaction that a turn is. */
export function turnTable(db: Database, decisions: DecisionTable) {
  const insert = db.prepare<unknown[]>(
    `INSERT INTO turns (id, engine, session_id, prompt_id, project_dir, signature, outcome, user_input, summary,
       picked_skill, decision_id, turn_count, stop_reason, tool_calls_json, at)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
     ON CONFLICT(engine, session_id, prompt_id) WHERE prompt_id IS NOT NULL DO NOTHING`,
  )
  const known = db.prepare<[string, string, string], { id: string }>(
    'SELECT id FROM turns WHERE engine = ? AND session_id = ? AND prompt_id = ?',
  )
  const byId = db.prepare<[string], Record<string, unknown>>('SELECT * FROM turns WHERE id = ?')
  const ofProject = db.prepare<[string, string, number], Record<string, unknown>>(
    `SELECT * FROM turns WHERE project_dir = ? AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY rowid DESC LIMIT ?`,
  )
  const bucket = db
    .prepare<[string, string]>('SELECT turn_ids_json, updated_at FROM buckets WHERE scope = ? AND signature = ?')
    .raw()
  const saveBucket = db.prepare<[string, string, string, number]>('INSERT OR REPLACE INTO buckets VALUES (?,?,?,?)')
  const dropBucket = db.prepare<[string, string]>('DELETE FROM buckets WHERE scope = ? AND signature = ?')
  const sweep = db.prepare<[number]>(
    'DELETE FROM buckets WHERE rowid IN (SELECT rowid FROM buckets ORDER BY updated_at DESC LIMIT -1 OFFSET ?)',
  )
  const addTrigger = db.prepare<unknown[]>('INSERT INTO triggers VALUES (?,?,?,?,?)')
  const triggers = db.prepare<[], Record<string, unknown>>('SELECT * FROM triggers')
  const claimTrigger = db.prepare<[number, number, string]>('UPDATE triggers SET pid = ?, claimed_at = ? WHERE id = ?')
  const finish = db.prepare<[string]>('DELETE FROM triggers WHERE id = ?')
  let sinceSweep = 0

  function waiting(scope: string, signature: string, rule: StreakRule, at: number): readonly string[] {
    const row = bucket.get(scope, signature) as [string, number] | undefined
    if (row === undefined || at - row[1] > rule.expiryMs) return []
    return JSON.parse(row[0]) as string[]
  }

  /** False when the turn is known already. */
  function insertTurn({ id, signature, trajectory: t }: NewTurn): boolean {
    const calls = t.toolCalls === undefined ? null : JSON.stringify(t.toolCalls)
    const at = t.timestamp.getTime()
    const done = insert.run(
      id,
      t.engine ?? 'generic',
      t.sessionId ?? '',
      t.promptId ?? null,
      t.projectDir ?? null,
      signature,
      t.outcome,
      t.userInput,
      t.summary,
      t.pickedSkill ?? null,
      t.decisionId ?? null,
      t.turns ?? null,
      t.stopReason ?? null,
      calls,
      at,
    )
    return done.changes > 0
  }

  const record = db.transaction((turn: NewTurn, rule: StreakRule): RecordedTurn => {
    const { id, signature, trajectory: t } = turn
    const at = t.timestamp.getTime()
    const engine = t.engine ?? 'generic'
    const session = t.sessionId ?? ''
    const changed = insertTurn(turn)
    const before = signature === '' ? [] : waiting(rule.scope, signature, rule, at)
    if (!changed)
      return {
        status: 'known',
        turnId: known.get(engine, session, t.promptId as string)?.id ?? id,
        streak: before.length,
      }
    const credited = credit(t, at)
    if (signature === '') return { status: 'recorded', turnId: id, streak: 0, ...credited }
    const next = nextStreak(before, id, rule.counts ? t.outcome : 'unknown', rule.threshold)
    if (next.waiting.length > 0) saveBucket.run(rule.scope, signature, JSON.stringify(next.waiting), at)
    else if (before.length > 0 || next.completed) dropBucket.run(rule.scope, signature)
    if (++sinceSweep >= SWEEP_EVERY) {
      sinceSweep = 0
      sweep.run(rule.maxBuckets)
    }
    if (next.completed === undefined)
      return { status: 'recorded', turnId: id, streak: next.waiting.length, ...credited }
    const { triggerId, pid, at: claimedAt } = rule.claim
    addTrigger.run(triggerId, signature, JSON.stringify(next.completed), pid, claimedAt)
    const trigger = { id: triggerId, signature, turnIds: next.completed }
    return { status: 'recorded', turnId: id, streak: next.completed.length, trigger, ...credited }
  })

  function credit(t: TurnTrajectory, at: number): { credited?: string } {
    const decision = decisions.pickOf(t)
    const skill = t.pickedSkill ?? decision?.pick ?? undefined
    if (skill === undefined) return {}
    const loaded = wasLoaded(skill, t.toolCalls)
    const settled =
      decision?.pick === skill
        ? decisions.settle(decision.id, t.outcome, at, loaded)
        : decisions.creditArm(skill, t.outcome, at, loaded, true)
    return settled.status === 'credited' ? { credited: skill } : {}
  }

  const claimOrphans = db.transaction((claim: Claim): readonly PendingTrigger[] => {
    const orphans = triggers.all().filter((row) => {
      const age = claim.at - Number(row.claimed_at)
      return age > claim.staleMs || (Number(row.pid) !== claim.pid && !claim.alive(Number(row.pid)))
    })
    for (const row of orphans) claimTrigger.run(claim.pid, claim.at, String(row.id))
    return orphans.map((row) => ({
      id: String(row.id),
      signature: String(row.signature),
      turnIds: JSON.parse(String(row.turn_ids_json)) as string[],
    }))
  })

  return {
    record: (turn: NewTurn, rule: StreakRule): RecordedTurn => record.immediate(turn, rule),
    claimOrphans: (claim: Claim) => claimOrphans.immediate(claim),
    finish: (triggerId: string) => finish.run(triggerId),
    ofProject: (projectDir: string, limit: number, except: readonly string[]): TurnTrajectory[] =>
      ofProject.all(projectDir, JSON.stringify(except), limit).map(toTurn),
    byIds: (ids: readonly string[]): TurnTrajectory[] =>
      ids.flatMap((id) => {
        const row = byId.get(id)
        return row === undefined ? [] : [toTurn(row)]
      }),
  }
}

export type TurnTable = ReturnType<typeof turnTable>

function toTurn(row: Record<string, unknown>): TurnTrajectory {
  const r = row as Record<string, string | number | null>
  const given = {
    sessionId: r.session_id || null,
    promptId: r.prompt_id,
    projectDir: r.project_dir,
    pickedSkill: r.picked_skill,
    decisionId: r.decision_id,
    turns: r.turn_count,
    stopReason: r.stop_reason,
    toolCalls: r.tool_calls_json === null ? null : (JSON.parse(r.tool_calls_json as string) as ToolCall[]),
  }
  return {
    userInput: r.user_input as string,
    outcome: r.outcome as Outcome,
    summary: r.summary as string,
    engine: r.engine as EngineName,
    timestamp: new Date(r.at as number),
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Partial<TurnTrajectory>),
  }
}
