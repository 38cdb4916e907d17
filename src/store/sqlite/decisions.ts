import type { Database, Statement } from 'better-sqlite3'
import { promptKey, SAME_PROMPT_MS } from '../../domain/decision.ts'
import { bestRelevance, type LoggedContender, type LoggedDecision } from '../../domain/routing/logged.ts'
import type { Outcome, TurnTrajectory } from '../../domain/turn.ts'
import {
  type DecisionRow,
  type EarlierDecision,
  isSamePrompt,
  type LogOptions,
  reportedDecision,
  type Settlement,
} from '../ports/decision-store.ts'
import { armTable } from './arms.ts'
import type { KnowledgeTable } from './knowledge.ts'
import { liftChange } from './lift-sums.ts'
import { notesOf } from './notes.ts'
import type { decisions } from './routing-schema.ts'
import type { RowOf } from './row.ts'
import type { Changes } from './until-changed.ts'
import { waitingAtMost } from './waiting.ts'

type Row = RowOf<typeof decisions>

/**
 * Time that logging a decision waits for another writer unless its caller says, in ms; a decision that cannot be logged
 * offers nothing. On a busy machine a writer that is not given the processor was seen to hold the lock for 0.33 s.
 */
const LOG_MS = 1000

/** Decisions among which a session's latest are looked for, and how many of them are taken. */
const NEAR = 200
const LATEST = 5

/** The decision log and its sums. Writers run inside the caller's transaction, if there is one. */
export function decisionTable(db: Database, knowledge: KnowledgeTable, changes: Changes) {
  const arms = armTable(db)
  const finding = decisionFinding(db)
  const nextNumber = db
    .prepare<[], number>(
      'UPDATE world SET decisions = decisions + 1, decision_rows = decision_rows + 1 WHERE id = 1 RETURNING decisions',
    )
    .pluck()
  const insert = db.prepare<unknown[]>(
    `INSERT INTO decisions (id, at, task, engine, session_id, prompt_id, project_dir, pick, reason, propensity,
       candidates_json, number, kind, version, first, holdout, weighed_json, loaded)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
  )
  const drop = db.prepare<[string]>('DELETE FROM decisions WHERE id = ?')
  const dropped = db.prepare('UPDATE world SET decision_rows = decision_rows - 1 WHERE id = 1')
  // By row and not by session, which has no index unless there is a prompt id: reads the same few pages at any size.
  const latestTasks = db
    .prepare<[string], string>(
      `SELECT task FROM (SELECT session_id, task FROM decisions ORDER BY rowid DESC LIMIT ${NEAR})
       WHERE session_id = ? LIMIT ${LATEST}`,
    )
    .pluck()
  const liftChanged = liftChange(db)
  const settling = decisionSettling(db, { knowledge, arms, finding, liftChanged })
  const sums = notesOf(db, 'lift')
  const headVersion = db.prepare<[string], string>('SELECT head_version FROM skills WHERE name = ?').pluck()
  const settledRows = db.prepare<[], Row>(
    `SELECT * FROM decisions WHERE settled IS NOT NULL
       AND number > coalesce((SELECT since FROM arms WHERE name = coalesce(pick, first)), 0) ORDER BY settled`,
  )

  function add(row: DecisionRow, once: boolean): EarlierDecision | undefined {
    const { sessionId, promptId } = row
    const earlier =
      once && sessionId !== null && promptId !== null ? finding.byPrompt.get(sessionId, promptId) : undefined
    if (earlier !== undefined && isSamePrompt(row, earlier)) return earlierOf(earlier)
    const number = nextNumber.get()!
    insert.run(...valuesOf(row, number))
    knowledge.decided({ ...row, number }, bestRelevance(row))
    if (row.pick !== null) arms.count(row.pick, row.version, { offered: 1, loaded: row.shown === true ? 1 : 0 })
    return undefined
  }
  const addAlone = db.transaction(add)

  /** What it told of the stream of requests, and of the mean need of control runs, stays: one part in hundreds. */
  function withdraw(sessionId: string, promptId: string, from: number): boolean {
    const row = finding.byPrompt.get(sessionId, promptId)
    if (row === undefined || row.pick === null || row.outcome !== null || row.at < from) return false
    drop.run(row.id)
    dropped.run()
    if (row.number > arms.since(row.pick))
      arms.count(row.pick, row.version, { offered: -1, loaded: row.loaded === 1 ? -1 : 0 })
    return true
  }
  const withdrawAlone = db.transaction(withdraw)

  /** A skill that the host reports as used without a decision, logged as forced. */
  function addReported(id: string, skill: string, at: number, turn: TurnTrajectory, kind: string): void {
    if (finding.byId.get(id) !== undefined) return
    add(reportedDecision(turn, { id, at, kind, skill, version: headVersion.get(skill) ?? null }), false)
  }

  return {
    // An agent is waiting for the answer.
    addDecision: (row: DecisionRow, { once = false, waitMs = LOG_MS }: LogOptions = {}): EarlierDecision | undefined =>
      changes.apart(() => waitingAtMost(db, waitMs, () => addAlone.immediate(row, once))),
    withdraw: withdrawAlone.immediate,
    latestTasks: latestTasks.all,
    settledDecisions: (): LoggedDecision[] => settledRows.all().map(toLogged),
    answeredBy: finding.answeredBy,
    ...settling,
    addReported,
    forgetArm(name: string): void {
      arms.forget(name)
      sums.drop(name)
      liftChanged.run()
      knowledge.forgetFits(name)
    },
    versionUses: arms.versionUses,
    arms: arms.arms,
  }
}

/** What came of decisions, and the credit of their picks. */
function decisionSettling(
  db: Database,
  {
    knowledge,
    arms,
    finding,
    liftChanged,
  }: {
    readonly knowledge: KnowledgeTable
    readonly arms: ReturnType<typeof armTable>
    readonly finding: ReturnType<typeof decisionFinding>
    readonly liftChanged: Statement
  },
) {
  const nextSettled = db
    .prepare<[], number>('UPDATE world SET outcomes = outcomes + 1 WHERE id = 1 RETURNING outcomes')
    .pluck()
  const settleRow = db.prepare<[string, number | null, number, number, string]>(
    'UPDATE decisions SET outcome = ?, loaded = ?, settled_at = ?, settled = ? WHERE id = ?',
  )
  const reopenRow = db.prepare<[number | null, string]>(
    'UPDATE decisions SET outcome = NULL, loaded = ?, settled_at = NULL, settled = NULL WHERE id = ?',
  )
  const saveLoaded = db.prepare<[string]>('UPDATE decisions SET loaded = 1 WHERE id = ?')

  /** `loaded` undefined means unknown: the pick then counts as used. */
  function settle(id: string, outcome: Outcome, at: number, loaded?: boolean): Settlement {
    const row = finding.byId.get(id)
    if (row === undefined) return { status: 'not_found' }
    const of = row.pick === null ? {} : { skill: row.pick }
    if (row.outcome !== null) return { status: 'known', ...of }
    // A skill loaded through this program need not appear among the calls that the engine reports.
    const seen = row.loaded === 1 ? true : loaded
    // An unknown outcome leaves the decision open, since a later one may come.
    if (outcome === 'unknown') return noteLoaded(row, at, seen)
    const settled = nextSettled.get()!
    settleRow.run(outcome, flag(seen), at, settled, id)
    // An outcome for an earlier skill of this name is ignored.
    if (row.number <= arms.since(row.pick ?? row.first)) return { status: 'nothing', ...of }
    knowledge.learn(toLogged(row), { outcome, loaded: seen ?? null }, settled)
    if (row.pick === null) return { status: 'nothing' }
    if (seen === false) return { status: 'not_used', ...of }
    const result = outcome === 'success' ? { successes: 1 } : { failures: 1 }
    arms.count(row.pick, row.version, { ...result, loaded: row.loaded === 1 ? 0 : 1 }, at)
    return { status: 'credited', ...of }
  }
  const settleAlone = db.transaction(settle)

  /** Reopens a decision whose outcome was revoked, and undoes its credit. */
  function reopen(id: string | undefined): void {
    const row = id === undefined ? undefined : finding.byId.get(id)
    if (row === undefined || row.outcome === null) return
    reopenRow.run(row.loaded === 1 ? 1 : null, row.id)
    liftChanged.run()
    if (row.pick === null || row.loaded === 0 || row.number <= arms.since(row.pick)) return
    const result = row.outcome === 'success' ? { successes: -1 } : { failures: -1 }
    arms.count(row.pick, row.version, { ...result, loaded: row.loaded === 1 ? 0 : -1 })
    knowledge.unlearn(row.pick, row.kind)
  }

  /** A run without a known outcome may still show that the skill was loaded. */
  function noteLoaded(row: Row, at: number | null, loaded: boolean | undefined): Settlement {
    if (row.pick === null) return { status: 'nothing' }
    if (loaded === true && row.loaded !== 1) {
      saveLoaded.run(row.id)
      arms.count(row.pick, row.version, { loaded: 1 }, at)
    }
    return { status: 'nothing', skill: row.pick }
  }

  function markLoaded(id: string, skill: string): boolean {
    const row = finding.byId.get(id)
    if (row === undefined || row.pick !== skill || row.outcome !== null) return false
    noteLoaded(row, null, true)
    return true
  }
  const markAlone = db.transaction(markLoaded)

  return { settleWithin: settle, settle: settleAlone.immediate, reopen, markLoaded: markAlone.immediate }
}

/** Decisions by their id, and by the turn that answers them. */
function decisionFinding(db: Database) {
  const byId = db.prepare<[string], Row>('SELECT * FROM decisions WHERE id = ?')
  const byPrompt = db.prepare<[string, string], Row>(
    'SELECT * FROM decisions WHERE session_id = ? AND prompt_id = ? ORDER BY number DESC LIMIT 1',
  )
  // Most sessions have none with a prompt id made of words: this avoids a second query for each turn.
  const byWords = `decisions WHERE session_id = :session AND prompt_id >= 'text:' AND prompt_id < 'text;' AND outcome IS NULL`
  const anyByWords = db.prepare<[{ session: string }], number>(`SELECT 1 FROM ${byWords} LIMIT 1`).pluck()
  const openByWords = db.prepare<[{ session: string; key: string; at: number }], Row>(
    `SELECT * FROM ${byWords} AND (prompt_id = :key OR abs(at - :at) <= ${SAME_PROMPT_MS})
     ORDER BY prompt_id = :key DESC, abs(at - :at), number LIMIT 1`,
  )

  return {
    byId,
    byPrompt,
    /**
     * The decision that a turn answers: the one that it names, else that of its prompt id, else the open one of its
     * session with the same words that is nearest in time, else one of the same time whose words the engine changed.
     */
    answeredBy({ decisionId, sessionId, promptId, userInput, timestamp }: TurnTrajectory): Row | undefined {
      if (decisionId !== undefined) return byId.get(decisionId)
      if (sessionId === undefined || promptId === undefined) return undefined
      const at = timestamp.getTime()
      const named = byPrompt.get(sessionId, promptId)
      if (named !== undefined || anyByWords.get({ session: sessionId }) === undefined) return named
      return openByWords.get({ session: sessionId, key: promptKey(userInput), at })
    },
  }
}

export type DecisionTable = ReturnType<typeof decisionTable>

/** In the order of the columns of the insert. */
const valuesOf = (row: DecisionRow, number: number): readonly unknown[] => [
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
  number,
  row.kind,
  row.version,
  row.weighed[0]?.skill ?? null,
  row.holdout,
  JSON.stringify(row.weighed),
  row.shown === true ? 1 : null,
]

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

const earlierOf = ({ id, pick, propensity }: Row): EarlierDecision => ({ id, pick, propensity })

const flag = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value))
