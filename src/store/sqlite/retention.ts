import type { Database } from 'better-sqlite3'
import type { Retained, RetentionRule } from '../ports/upkeep.ts'
import { liftChange, liftSumsTable, type SummedDecision } from './lift-sums.ts'
import type { decisions } from './routing-schema.ts'
import type { RowOf } from './row.ts'
import type { turns } from './schema.ts'
import { pastVersions } from './version-rows.ts'
import { unlessBusy, waitingAtMost } from './waiting.ts'

/** Rows examined in one step: about 10 ms, during which no other process can write. */
const STEP = 1000
/** Share of free pages above which they are returned to the disk, and pages returned in one step. */
const WORTH_FREEING = 0.25
const FREED = 2000
/** Interval of full passes, by any process, in ms. */
const PASS_MS = 86_400_000
/** Conversations are forgotten after 90 days without a change, in ms. */
const CONVERSATION_MS = 90 * 86_400_000
/** Verdicts kept, the newest: 5 MB, and more than two for each of 20,000 skills. */
const MAX_VERDICTS = 50_000
/** After ten half-lives a thousandth of what was learned about a kind of task is left. */
const FADED = 10

/** Deletes rows that are no longer needed, in bounded steps. */
export function retentionTable(db: Database, { halfLife }: { readonly halfLife: number }) {
  const versions = pastVersions(db)
  const dropLearning = pastLearning(db)
  const evidence = keptEvidence(db)
  const turnPass = passOverTurns(db, evidence)
  const decisionPass = passOverDecisions(db)
  const sourcePass = passOverSources(db)
  const countRows = db.prepare<[number, number]>(
    'UPDATE world SET turn_rows = turn_rows - ?, decision_rows = decision_rows - ? WHERE id = 1',
  )
  const dropFits = db.prepare<[number]>('DELETE FROM fits WHERE at < (SELECT decisions FROM world) - ?')
  // Lines about drafts that were refused; no skill refers to them.
  const dropLines = db.prepare<[number]>(
    `DELETE FROM ledger WHERE at < ? AND move IN ('refused', 'suppressed') AND skill_id IS NULL AND version_id IS NULL
       AND id < (SELECT max(id) FROM ledger)`,
  )
  // Lines about later drafts of a skill whose version was deleted; what a person did, and how a skill began, is kept.
  const dropDraftLines = db.prepare<[number]>(
    `DELETE FROM ledger WHERE at < ? AND move IN ('draft', 'propose') AND actor <> 'person' AND from_status IS NOT NULL
       AND version_id NOT IN (SELECT id FROM skill_versions) AND id < (SELECT max(id) FROM ledger)`,
  )
  // What was found in a content is found again when it is looked at; what a person accepted is not.
  const dropVerdicts = db.prepare(
    `DELETE FROM verdicts WHERE accepted = 0 AND rowid <= (SELECT max(rowid) FROM verdicts) - ${MAX_VERDICTS}`,
  )

  // A conversation or session that nobody continues any more.
  const dropConversations = [
    'conversations WHERE at',
    "notes WHERE kind = 'active' AND (SELECT max(value ->> 'at') FROM json_each(value_json))",
  ].map((rows) => db.prepare<[number]>(`DELETE FROM ${rows} < ?`))

  const lastPass = db.prepare<[], number | null>('SELECT retained_at FROM world WHERE id = 1').pluck()
  const notePass = db.prepare<[number]>('UPDATE world SET retained_at = ? WHERE id = 1')

  const step = db.transaction((rule: RetentionRule): Retained => {
    const passed = lastPass.get() ?? null
    if (passed === null) {
      // What was imported or first recorded just now can be inspected until the next pass, however old it is.
      notePass.run(rule.now)
      return NOTHING
    }
    if ([turnPass, decisionPass, sourcePass].every((pass) => pass.isOver()) && rule.now - passed < PASS_MS)
      return NOTHING
    const isOver = used() > rule.maxBytes
    const atLeast = (before: number) => (isOver ? Math.max(before, rule.streaksFrom) : before)
    const turns = turnPass.step(atLeast(rule.turnsBefore), rule.streaksFrom, isOver)
    const decisions = decisionPass.step(atLeast(rule.decisionsBefore))
    if (turns.dropped + decisions.dropped > 0) countRows.run(turns.dropped, decisions.dropped)
    const ended = sourcePass.step(rule) && turns.ended && decisions.ended
    if (ended) {
      dropFits.run(FADED * halfLife)
      dropLines.run(rule.turnsBefore)
      // Turns of the deleted versions become free at the next pass.
      if (versions.drop(used() > rule.maxBytes).versions > 0) evidence.forget()
      dropDraftLines.run(rule.turnsBefore)
      dropVerdicts.run()
      dropLearning({ before: atLeast(rule.turnsBefore), now: rule.now })
      for (const drop of dropConversations) drop.run(rule.now - CONVERSATION_MS)
      notePass.run(rule.now)
    }
    return { turns: turns.dropped, decisions: decisions.dropped, more: !ended }
  })

  function used(): number {
    const of = (name: string) => db.pragma(name, { simple: true }) as number
    return (of('page_count') - of('freelist_count')) * of('page_size')
  }

  return {
    retain(rule: RetentionRule): Retained {
      // Housekeeping is not worth waiting for: another step, or process, does it.
      const done = unlessBusy(() => waitingAtMost(db, PATIENCE_MS, () => step.immediate(rule)))
      if (done === undefined) return NOTHING
      const free = db.pragma('freelist_count', { simple: true }) as number
      const isWorth = free > WORTH_FREEING * (db.pragma('page_count', { simple: true }) as number)
      // No effect in a database created without auto_vacuum, where new rows reuse the free pages.
      const frees = isWorth && returnsPages(db)
      const freed =
        frees && unlessBusy(() => waitingAtMost(db, PATIENCE_MS, () => db.pragma(`incremental_vacuum(${FREED})`)))
      return freed ? { ...done, more: true } : done
    },
  }
}

/** Deletes turns that nothing rests on any more. */
function passOverTurns(db: Database, evidence: ReturnType<typeof keptEvidence>) {
  // Ids ascend with the time of their turns.
  const dueTurns = db.prepare<[string], Pick<RowOf<typeof turns>, 'id' | 'at'>>(
    `SELECT id, at FROM turns WHERE id > ? ORDER BY id LIMIT ${STEP}`,
  )
  const dropTurns = db.prepare<[{ after: string; last: string; before: number; streaks: number }]>(
    `DELETE FROM turns WHERE id > :after AND id <= :last AND at < :before AND id NOT IN (SELECT id FROM temp.evidence)
       AND id NOT IN (SELECT id FROM turns WHERE uncounted IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM group_requests WHERE turn_id = turns.id AND (at >= :streaks
         OR (scope, group_id) IN (SELECT scope, group_id FROM group_requests WHERE at >= :streaks)))
       AND id NOT IN (SELECT value FROM buckets, json_each(turn_ids_json) WHERE updated_at >= :streaks)
       AND id NOT IN (SELECT value FROM triggers, json_each(turn_ids_json))
       AND id NOT IN (SELECT value FROM notes, json_each(value_json, '$.sources')
         WHERE kind = 'rule' AND value_json ->> 'state' IN ('heard', 'taken'))`,
  )
  /** Position of this pass. */
  let turnsTo = ''

  /** `isOver`: what past versions of skills were drafted from goes, too. */
  function step(before: number, streaks: number, isOver: boolean): Piece {
    evidence.collect(isOver, { again: turnsTo === '' })
    const seen = dueTurns.all(turnsTo)
    const last = seen.at(-1)?.id ?? turnsTo
    const ended = isEnd(seen, before)
    const dropped = dropTurns.run({ after: turnsTo, last, before, streaks }).changes
    turnsTo = ended ? '' : last
    return { dropped, ended }
  }

  return { step, isOver: () => turnsTo === '' }
}

/** Deletes decisions; what they say of lift is kept as sums. */
function passOverDecisions(db: Database) {
  const sums = liftSumsTable(db)
  const liftChanged = liftChange(db)
  const dueDecisions = db.prepare<[number], SummedDecision & Pick<RowOf<typeof decisions>, 'at'>>(
    `SELECT d.rowid AS row, at, pick, first, reason, outcome, weighed_json,
       settled IS NOT NULL AND number > coalesce((SELECT since FROM arms WHERE name = first), 0) AS tells
     FROM decisions d WHERE d.rowid > ? ORDER BY d.rowid LIMIT ${STEP}`,
  )
  const dropDecisions = db.prepare<[number, number, number]>(
    'DELETE FROM decisions WHERE rowid > ? AND rowid <= ? AND at < ?',
  )
  /** Position of this pass. */
  let decisionsTo = 0

  function step(before: number): Piece {
    const seen = dueDecisions.all(decisionsTo)
    const last = seen.at(-1)?.row ?? decisionsTo
    const ended = isEnd(seen, before)
    sums.add(seen.filter(({ at }) => at < before))
    const dropped = dropDecisions.run(decisionsTo, last, before).changes
    if (dropped > 0) liftChanged.run()
    decisionsTo = ended ? 0 : last
    return { dropped, ended }
  }

  return { step, isOver: () => decisionsTo === 0 }
}

/** Forgets session files that are gone. */
function passOverSources(db: Database) {
  const sources = db
    .prepare<[string, number], string>(
      `SELECT path FROM sources WHERE path > ? AND read_at < ? ORDER BY path LIMIT ${STEP}`,
    )
    .pluck()
  const dropSource = db.prepare<[string]>('DELETE FROM sources WHERE path = ?')
  /** Position of this pass. */
  let sourcesTo = ''

  function step({ turnsBefore, isGone }: RetentionRule): boolean {
    const due = sources.all(sourcesTo, turnsBefore)
    for (const path of due) if (isGone(path)) dropSource.run(path)
    sourcesTo = due.length < STEP ? '' : (due.at(-1) ?? '')
    return due.length < STEP
  }

  return { step, isOver: () => sourcesTo === '' }
}

/** How long a step waits for another process that writes, in ms. */
const PATIENCE_MS = 100

const NOTHING: Retained = { turns: 0, decisions: 0, more: false }

interface Piece {
  readonly dropped: number
  readonly ended: boolean
}

/** All further rows are too new. */
const isEnd = (seen: readonly { readonly at: number }[], before: number): boolean =>
  seen.length < STEP || seen.every(({ at }) => at >= before)

/**
 * Of skills that are not revoked: the version in use, what waits, the newest accepted one that was drawn from turns, which is
 * shown as evidence of what a person made of it, and the newest of all, from which the next draft takes its evidence.
 */
const IN_USE = `
  AND (v.version = s.head_version OR v.state = 'proposed' OR v.rowid IN (
    SELECT max(rowid) FROM skill_versions WHERE state = 'accepted' AND evidence_json <> '[]' GROUP BY skill_id
    UNION SELECT max(rowid) FROM skill_versions WHERE state <> 'rejected' AND evidence_json <> '[]' GROUP BY skill_id))`

/**
 * Fills the table `temp.evidence` with the turns that versions of skills were drafted from; a revoked skill needs none.
 * Call `collect` at the beginning of a pass and before each step; it reads the versions again only where they changed.
 */
function keptEvidence(db: Database): {
  /** `inUse`: of the versions in use only. */
  collect(inUse: boolean, how: { readonly again: boolean }): void
  /** Versions were deleted. */
  forget(): void
} {
  const newestVersion = db.prepare<[], number | null>('SELECT max(rowid) FROM skill_versions').pluck()
  let collected: string | undefined
  return {
    collect(inUse, { again }) {
      const wanted = `${newestVersion.get() ?? 0} ${inUse}`
      if (collected === wanted && !again) return
      db.exec(`CREATE TEMP TABLE IF NOT EXISTS evidence (id TEXT PRIMARY KEY) WITHOUT ROWID;
        DELETE FROM temp.evidence;
        INSERT OR IGNORE INTO temp.evidence SELECT e.value FROM skill_versions v JOIN skills s ON s.id = v.skill_id, json_each(v.evidence_json) e
          WHERE s.status <> 'revoked' ${inUse ? IN_USE : ''}`)
      collected = wanted
    },
    forget: () => {
      collected = undefined
    },
  }
}

/** Rows of a kind deleted in one pass. */
const AT_ONCE = 500
/** Latest proposals that are kept whatever their age: readers look through no more. */
const KEPT_PROPOSALS = 1_000
/** Calls younger than this are kept: budgets and sums of what was spent count them, over a month at most. In ms. */
const SPENDING_MS = 32 * 86_400_000

/** Reviews of sessions of which no turn is left; that a document or a task was looked at is kept. */
const DROP_REVIEWS = `
  DELETE FROM session_reviews WHERE (engine, session_id) IN (
    SELECT engine, session_id FROM session_reviews r
    WHERE at < ? AND state NOT IN ('waiting', 'working') AND engine NOT IN ('recurring', 'reword', 'document')
      AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.engine = r.engine AND t.session_id = r.session_id)
    LIMIT ${AT_ONCE})`

/** Proposals that became no version, or one that was deleted. */
const DROP_PROPOSALS = `
  DELETE FROM model_proposals WHERE id IN (
    SELECT id FROM model_proposals
    WHERE at < ? AND (version_id IS NULL OR version_id NOT IN (SELECT id FROM skill_versions))
      AND id NOT IN (SELECT id FROM model_proposals ORDER BY at DESC, id DESC LIMIT ${KEPT_PROPOSALS})
    LIMIT ${AT_ONCE})`

/** Answers that no proposal, and no review that goes on, was made from. */
const DROP_CALLS = `
  DELETE FROM model_calls WHERE n IN (
    SELECT n FROM model_calls
    WHERE at < ? AND state <> 'waiting'
      AND id NOT IN (SELECT value FROM model_proposals, json_each(calls_json))
      AND id NOT IN (SELECT value FROM session_reviews, json_each(calls_json) WHERE state IN ('waiting', 'working', 'failed'))
    LIMIT ${AT_ONCE})`

/** Deletes what learning with a model left behind, a bounded number of rows a call; call it inside a transaction. */
function pastLearning(db: Database): (rule: { readonly before: number; readonly now: number }) => void {
  const dropReviews = db.prepare<[number]>(DROP_REVIEWS)
  const dropProposals = db.prepare<[number]>(DROP_PROPOSALS)
  const dropCalls = db.prepare<[number]>(DROP_CALLS)
  return ({ before, now }) => {
    dropReviews.run(before)
    dropProposals.run(before)
    dropCalls.run(Math.min(before, now - SPENDING_MS))
  }
}

/** Whether a database gives pages back on request; one that was made without auto_vacuum reuses them. */
export const returnsPages = (db: Database): boolean => db.pragma('auto_vacuum', { simple: true }) === INCREMENTAL

/** The value of `PRAGMA auto_vacuum` for pages that are returned on request. */
const INCREMENTAL = 2
