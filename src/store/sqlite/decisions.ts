import type { Database } from 'better-sqlite3'
import type { DecisionReason } from '../../domain/decision.ts'
import type { LoggedContender, LoggedDecision } from '../../domain/routing/logged.ts'
import type { Outcome, TurnTrajectory } from '../../domain/turn.ts'
import type { ArmRow, DecisionRow, Settlement } from '../store.ts'

interface Row {
  readonly id: string
  readonly number: number
  readonly at: number
  readonly kind: string
  readonly pick: string | null
  readonly version: string | null
  readonly reason: DecisionReason
  readonly propensity: number | null
  readonly holdout: number
  readonly weighed_json: string
  readonly outcome: 'success' | 'failure' | null
  readonly loaded: number | null
  readonly settled: number | null
}

/** The decision log and the sums over it. Its writers run inside the caller's transaction where there is one. */
export function decisionTable(db: Database) {
  const nextNumber = db
    .prepare<[], number>('UPDATE world SET decisions = decisions + 1 WHERE id = 1 RETURNING decisions')
    .pluck()
  const insert = db.prepare<unknown[]>(
    `INSERT INTO decisions (id, at, task, engine, session_id, prompt_id, project_dir, pick, reason, propensity,
       candidates_json, number, kind, version, first, holdout, weighed_json)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
  )
  const byId = db.prepare<[string], Row>('SELECT * FROM decisions WHERE id = ?')
  const byPrompt = db.prepare<[string, string], Row>(
    'SELECT * FROM decisions WHERE session_id = ? AND prompt_id = ? ORDER BY number DESC LIMIT 1',
  )
  const nextSettled = db
    .prepare<[], number>('UPDATE world SET outcomes = outcomes + 1 WHERE id = 1 RETURNING outcomes')
    .pluck()
  const settleRow = db.prepare<[string, number | null, number, number, string]>(
    'UPDATE decisions SET outcome = ?, loaded = ?, settled_at = ?, settled = ? WHERE id = ?',
  )
  const addToArm = db.prepare<[string, number, number, number, number, number | null]>(
    `INSERT INTO arms (name, successes, failures, offered, loaded, last_used_at) VALUES (?,?,?,?,?,?)
     ON CONFLICT(name) DO UPDATE SET successes = successes + excluded.successes, failures = failures + excluded.failures,
       offered = offered + excluded.offered, loaded = loaded + excluded.loaded,
       last_used_at = coalesce(max(last_used_at, excluded.last_used_at), last_used_at, excluded.last_used_at)`,
  )
  const all = db.prepare<[], ArmRow>(
    'SELECT name, successes, failures, offered, loaded, last_used_at AS lastUsedAt FROM arms WHERE offered > 0 ORDER BY name',
  )
  const settledRows = db.prepare<[], Row>(
    `SELECT * FROM decisions WHERE settled IS NOT NULL
       AND number > coalesce((SELECT since FROM arms WHERE name = coalesce(pick, first)), 0) ORDER BY settled`,
  )
  // A mark stays: what the earlier skill of this name did says nothing of the next.
  const forgetArm = db.prepare<[string]>(
    `INSERT OR REPLACE INTO arms (name, successes, failures, offered, loaded, since)
     SELECT ?, 0, 0, 0, 0, decisions FROM world`,
  )

  const add = db.transaction((row: DecisionRow) => {
    insert.run(
      row.id,
      row.at,
      row.task,
      row.engine,
      row.sessionId,
      row.promptId,
      row.projectDir,
      row.pick,
      row.reason,
      row.propensity,
      JSON.stringify(row.candidates),
      nextNumber.get(),
      row.kind,
      row.version,
      row.weighed[0]?.skill ?? null,
      row.holdout,
      JSON.stringify(row.weighed),
    )
    if (row.pick !== null) addToArm.run(row.pick, 0, 0, 1, 0, null)
  })

  /** `loaded` undefined means that nobody knows: the pick is then taken as used. */
  function creditArm(
    name: string,
    outcome: Outcome,
    at: number,
    loaded: boolean | undefined,
    offer: boolean,
  ): Settlement {
    const offered = offer ? 1 : 0
    if (loaded === false) {
      if (offer) addToArm.run(name, 0, 0, offered, 0, null)
      return { status: 'not_used', skill: name }
    }
    addToArm.run(name, Number(outcome === 'success'), Number(outcome === 'failure'), offered, 1, at)
    return { status: outcome === 'unknown' ? 'nothing' : 'credited', skill: name }
  }

  function settle(id: string, outcome: Outcome, at: number, loaded?: boolean): Settlement {
    const row = byId.get(id)
    if (row === undefined) return { status: 'not_found' }
    if (row.outcome !== null) return { status: 'known', ...(row.pick === null ? {} : { skill: row.pick }) }
    // Unknown leaves the decision open: the outcome may still come.
    if (outcome === 'unknown') return { status: 'nothing', ...(row.pick === null ? {} : { skill: row.pick }) }
    settleRow.run(outcome, loaded === undefined ? null : Number(loaded), at, nextSettled.get() as number, id)
    return row.pick === null ? { status: 'nothing' } : creditArm(row.pick, outcome, at, loaded, false)
  }
  const settleAlone = db.transaction(settle)

  return {
    add: (row: DecisionRow): void => add.immediate(row),
    settledDecisions: (): LoggedDecision[] => settledRows.all().map(toLogged),
    /** The decision that a turn answers: named by the turn, else that of its prompt. */
    pickOf: (turn: TurnTrajectory) => {
      if (turn.decisionId !== undefined) return byId.get(turn.decisionId)
      if (turn.sessionId === undefined || turn.promptId === undefined) return undefined
      return byPrompt.get(turn.sessionId, turn.promptId)
    },
    settle,
    settleAlone: (id: string, outcome: Outcome, at: number, loaded?: boolean): Settlement =>
      settleAlone.immediate(id, outcome, at, loaded),
    creditArm,
    forget: (name: string): void => void forgetArm.run(name),
    arms: (): ArmRow[] => all.all(),
  }
}

export type DecisionTable = ReturnType<typeof decisionTable>

const toLogged = ({ weighed_json, loaded, ...row }: Row): LoggedDecision => ({
  id: row.id,
  number: row.number,
  at: row.at,
  kind: row.kind,
  pick: row.pick,
  version: row.version,
  reason: row.reason,
  propensity: row.propensity,
  holdout: row.holdout,
  weighed: JSON.parse(weighed_json) as LoggedContender[],
  outcome: row.outcome,
  loaded: loaded === null ? null : loaded === 1,
  settled: row.settled,
})
