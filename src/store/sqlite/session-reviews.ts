import type { Database } from 'better-sqlite3'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type { RecurrenceStore, ReviewCount, ReviewState, ReviewStore, SessionRow } from '../ports/review-store.ts'
import { KeptTurns, OF_A_PERSON, type TurnRow } from './kept-turns.ts'
import { modelProposals, sessionReviews } from './model-schema.ts'
import { given, statements } from './statements.ts'

export type SessionReviewTable = Sync<ReviewStore & Pick<RecurrenceStore, 'proposalsAbout'>>

export function sessionReviewTable(db: Database): SessionReviewTable {
  const due = db.prepare<{ since: number; until: number; limit: number }, SessionRow>(
    `${SESSIONS} GROUP BY t.engine, t.session_id
     HAVING lastAt >= @since AND (lastAt <= @until OR max(t.kind) = 'scheduled')
       AND (r.state IS NULL OR lastAt > r.up_to OR r.state IN ('waiting', 'working')
         OR (r.state = 'failed' AND r.attempts < ${MAX_ATTEMPTS}))
     ORDER BY lastAt LIMIT @limit`,
  )
  const like = db.prepare<[string, number], SessionRow>(
    `${SESSIONS} WHERE t.session_id LIKE ? ESCAPE '\\' GROUP BY t.engine, t.session_id ORDER BY length(t.session_id), lastAt DESC LIMIT ?`,
  )
  const turnsOf = db.prepare<[string, string, number], TurnRow>(
    `SELECT * FROM turns WHERE engine = ? AND session_id = ? AND ${OF_A_PERSON} ORDER BY at DESC, id DESC LIMIT ?`,
  )
  const { engine, sessionId, calls } = sessionReviews
  const isOne = and(eq(engine, given('engine')), eq(sessionId, given('sessionId')))
  const { rows, row, insert, update } = statements(db)
  const held = row(sessionReviews, { where: isOne })
  const save = insert(sessionReviews, 'replace')
  const withCall = sql`json_insert(${calls}, '$[#]', ${given('call')})`
  const noteCall = update(sessionReviews, { calls: withCall, at: given('at') }, isOne)
  const add = insert(modelProposals, 'replace')
  const last = { by: [desc(modelProposals.at), desc(modelProposals.id)], limit: given('limit') }
  const isOf = sql`${given('skill')} IS NULL OR ${modelProposals.skill} = ${given('skill')}`
  const proposals = rows(modelProposals, { where: isOf, ...last })
  const about = rows(modelProposals, { where: eq(modelProposals.subject, given('subject')), ...last })
  const counts = db.prepare<[], ReviewCount>(
    `SELECT CASE WHEN engine IN ('recurring', 'reword', 'document') THEN engine ELSE 'session' END AS kind, state,
       count(*) AS reviews, max(at) AS lastAt FROM session_reviews GROUP BY kind, state ORDER BY kind, state`,
  )
  const kept = new KeptTurns(db)
  const claimOne = db.transaction<SessionReviewTable['claimReview']>(
    (session, { run, pid, at: now, upTo, staleMs, alive }) => {
      const was = held(session)
      if (was?.state === 'working' && was.pid !== pid && now - was.at <= staleMs && alive(was.pid)) return undefined
      const goesOn = was?.upTo === upTo && UNDONE.includes(was.state)
      const answered = goesOn ? was.calls : []
      const [state, reason] = ['working', was?.reason ?? ''] as const
      save({ ...session, upTo, state, reason, attempts: (was?.attempts ?? 0) + 1, calls: answered, run, pid, at: now })
      return answered
    },
  )
  const finishOne = db.transaction<SessionReviewTable['finishReview']>((session, result, found) => {
    const was = held(session)
    if (was !== undefined) save({ ...was, ...result, attempts: result.state === 'failed' ? was.attempts : 0 })
    for (const one of found) add(one)
  })
  return {
    sessionsToReview: due.all,
    sessionsLike: (id, most = 3) => like.all(`${id.replace(/[\\%_]/g, String.raw`\$&`)}%`, most),
    sessionTurns: (session, limit) =>
      turnsOf
        .all(session.engine, session.sessionId, limit)
        .toReversed()
        .map((row) => ({ id: row.id, trajectory: kept.turnOf(row) })),
    claimReview: claimOne.immediate,
    noteReviewCall: (session, call, when) => void noteCall({ ...session, call, at: when }),
    finishReview: finishOne.immediate,
    review: held,
    reviewCounts: counts.all,
    noteProposal: add,
    proposalsAbout: (subject, limit) => about({ subject, limit }),
    modelProposals: (limit, skill) => proposals({ skill: skill ?? null, limit }),
  }
}

/** Of a review in one of these states what was answered still holds for the same turns. */
const UNDONE: readonly ReviewState[] = ['waiting', 'working', 'failed']

/** A review that failed is done once more. */
const MAX_ATTEMPTS = 2

const SESSIONS = `SELECT t.engine AS engine, t.session_id AS sessionId, max(t.project_dir) AS projectDir, count(*) AS turns,
    max(t.at) AS lastAt, r.state AS state, coalesce(r.attempts, 0) AS attempts
  FROM (SELECT * FROM turns WHERE session_id <> '' AND ${OF_A_PERSON}) t
  LEFT JOIN session_reviews r ON r.engine = t.engine AND r.session_id = t.session_id`
