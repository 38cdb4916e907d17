import type { Database } from 'better-sqlite3'
import type { Outcome, TurnTrajectory } from '../../domain/turn.ts'
import type { ArmRow, DecisionRow, Settlement } from '../store.ts'

/** The decision log and the sums over it. Its writers run inside the caller's transaction where there is one. */
export function decisionTable(db: Database) {
  const insert = db.prepare<unknown[]>(
    `INSERT INTO decisions (id, at, task, engine, session_id, prompt_id, project_dir, pick, reason, propensity, candidates_json)
     VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
  )
  const byId = db.prepare<[string], { id: string; pick: string | null; outcome: string | null; loaded: number | null }>(
    'SELECT id, pick, outcome, loaded FROM decisions WHERE id = ?',
  )
  const byPrompt = db.prepare<[string, string], { id: string; pick: string | null; outcome: string | null }>(
    'SELECT id, pick, outcome FROM decisions WHERE session_id = ? AND prompt_id = ? ORDER BY at DESC, rowid DESC LIMIT 1',
  )
  const mark = db.prepare<[string, string]>(
    'UPDATE decisions SET loaded = 1 WHERE id = ? AND pick = ? AND outcome IS NULL',
  )
  const settleRow = db.prepare<[string, number | null, number, string]>(
    'UPDATE decisions SET outcome = ?, loaded = ?, settled_at = ? WHERE id = ?',
  )
  const addToArm = db.prepare<[string, number, number, number, number, number | null]>(
    `INSERT INTO arms (name, successes, failures, offered, loaded, last_used_at) VALUES (?,?,?,?,?,?)
     ON CONFLICT(name) DO UPDATE SET successes = successes + excluded.successes, failures = failures + excluded.failures,
       offered = offered + excluded.offered, loaded = loaded + excluded.loaded,
       last_used_at = coalesce(max(last_used_at, excluded.last_used_at), last_used_at, excluded.last_used_at)`,
  )
  const all = db.prepare<[], ArmRow>(
    'SELECT name, successes, failures, offered, loaded, last_used_at AS lastUsedAt FROM arms ORDER BY name',
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

  function settle(id: string, outcome: Outcome, at: number, seen?: boolean): Settlement {
    const row = byId.get(id)
    if (row === undefined) return { status: 'not_found' }
    // What was loaded through us need not show in the calls that an engine reports.
    const loaded = row.loaded === 1 ? true : seen
    if (row.outcome !== null) return { status: 'known', ...(row.pick === null ? {} : { skill: row.pick }) }
    // Unknown leaves the decision open: the outcome may still come.
    if (outcome === 'unknown') return { status: 'nothing', ...(row.pick === null ? {} : { skill: row.pick }) }
    settleRow.run(outcome, loaded === undefined ? null : Number(loaded), at, id)
    return row.pick === null ? { status: 'nothing' } : creditArm(row.pick, outcome, at, loaded, false)
  }
  const settleAlone = db.transaction(settle)

  return {
    add: (row: DecisionRow): void => add.immediate(row),
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
    markLoaded: (id: string, skill: string): boolean => mark.run(id, skill).changes > 0,
    arms: (): ArmRow[] => all.all(),
  }
}

export type DecisionTable = ReturnType<typeof decisionTable>
