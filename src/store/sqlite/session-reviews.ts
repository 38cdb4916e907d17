import type { Database } from 'better-sqlite3'
import type {
  ProposalRecord,
  ReviewClaim,
  ReviewCount,
  ReviewResult,
  ReviewRow,
  SessionKey,
  SessionRow,
} from '../ports/review-store.ts'
import { keptTurns, type TurnRow } from './kept-turns.ts'
import type { modelProposals, sessionReviews } from './model-schema.ts'
import type { RowOf } from './row.ts'
import { OF_A_PERSON } from './turns-before.ts'

export type SessionReviewTable = ReturnType<typeof sessionReviewTable>

/** Reviews of sessions and what they proposed. */
export function sessionReviewTable(db: Database) {
  const due = db.prepare<{ since: number; until: number; limit: number }, SessionRow>(
    `${SESSIONS} GROUP BY t.engine, t.session_id
     HAVING lastAt >= @since AND (lastAt <= @until OR max(t.kind) = 'scheduled')
       AND (r.state IS NULL OR lastAt > r.up_to OR r.state IN ('waiting', 'working')
         OR (r.state = 'failed' AND r.attempts < ${MAX_ATTEMPTS}))
     ORDER BY lastAt LIMIT @limit`,
  )
  const like = db.prepare<[string], SessionRow>(
    `${SESSIONS} WHERE t.session_id LIKE ? ESCAPE '\\' GROUP BY t.engine, t.session_id ORDER BY length(t.session_id), lastAt DESC LIMIT 3`,
  )
  const turnsOf = db.prepare<[string, string, number], TurnRow>(
    `SELECT * FROM turns WHERE engine = ? AND session_id = ? AND ${OF_A_PERSON} ORDER BY at DESC, id DESC LIMIT ?`,
  )
  const held = db.prepare<[string, string], RowOf<typeof sessionReviews>>(
    'SELECT * FROM session_reviews WHERE engine = ? AND session_id = ?',
  )
  const claim = db.prepare<unknown[]>(
    `INSERT INTO session_reviews (engine, session_id, up_to, state, reason, attempts, run, pid, at)
     VALUES (@engine, @sessionId, @upTo, 'working', '', 1, @run, @pid, @at)
     ON CONFLICT DO UPDATE SET
       calls_json = CASE WHEN state IN ('waiting', 'working', 'failed') AND up_to = @upTo THEN calls_json ELSE '[]' END,
       state = 'working', attempts = attempts + 1, up_to = @upTo, run = @run, pid = @pid, at = @at`,
  )
  const noteCall = db.prepare<[string, number, string, string]>(
    "UPDATE session_reviews SET calls_json = json_insert(calls_json, '$[#]', ?), at = ? WHERE engine = ? AND session_id = ?",
  )
  const finish = db.prepare<unknown[]>(
    `UPDATE session_reviews SET state = @state, reason = @reason, run = @run, at = @at, up_to = @upTo,
       attempts = CASE WHEN @state = 'failed' THEN attempts ELSE 0 END
     WHERE engine = @engine AND session_id = @sessionId`,
  )
  const add = db.prepare<unknown[]>(
    `INSERT OR REPLACE INTO model_proposals
       (id, subject, skill, operation, status, rule, reason, proposal, calls_json, version_id, at)
     VALUES (@id, @subject, @skill, @operation, @status, @rule, @reason, @proposal, @calls, @versionId, @at)`,
  )
  const proposals = db.prepare<{ skill: string | null; limit: number }, RowOf<typeof modelProposals>>(
    'SELECT * FROM model_proposals WHERE @skill IS NULL OR skill = @skill ORDER BY at DESC, id DESC LIMIT @limit',
  )
  const about = db.prepare<[string, number], RowOf<typeof modelProposals>>(
    'SELECT * FROM model_proposals WHERE subject = ? ORDER BY at DESC, id DESC LIMIT ?',
  )
  const counts = db.prepare<[], ReviewCount>(
    `SELECT CASE WHEN engine IN ('recurring', 'reword', 'document') THEN engine ELSE 'session' END AS kind, state,
       count(*) AS reviews, max(at) AS lastAt FROM session_reviews GROUP BY kind, state ORDER BY kind, state`,
  )
  const toTurn = keptTurns()
  const claimOne = db.transaction((session: SessionKey, { run, pid, at, upTo, staleMs, alive }: ReviewClaim) => {
    const { engine, sessionId } = session
    const now = held.get(engine, sessionId)
    if (now?.state === 'working' && now.pid !== pid && at - now.at <= staleMs && alive(now.pid)) return undefined
    claim.run({ engine, sessionId, upTo, run, pid, at })
    return JSON.parse(held.get(engine, sessionId)?.calls_json ?? '[]') as string[]
  })
  const finishOne = db.transaction((session: SessionKey, result: ReviewResult, found: readonly ProposalRecord[]) => {
    finish.run({ ...session, ...result })
    for (const one of found) addProposal(one)
  })
  const addProposal = (one: ProposalRecord): void => void add.run({ ...one, calls: JSON.stringify(one.calls) })
  return {
    sessionsToReview: (range: {
      readonly since: number
      readonly until: number
      readonly limit: number
    }): readonly SessionRow[] => due.all(range),
    sessionsLike: (id: string): readonly SessionRow[] => like.all(`${id.replace(/[\\%_]/g, String.raw`\$&`)}%`),
    sessionTurns: ({ engine, sessionId }: SessionKey, limit: number) =>
      turnsOf
        .all(engine, sessionId, limit)
        .toReversed()
        .map((row) => ({ id: row.id, trajectory: toTurn(row) })),
    claimReview: (session: SessionKey, by: ReviewClaim): readonly string[] | undefined =>
      claimOne.immediate(session, by),
    noteReviewCall: ({ engine, sessionId }: SessionKey, callId: string, at: number): void =>
      void noteCall.run(callId, at, engine, sessionId),
    finishReview: (session: SessionKey, result: ReviewResult, found: readonly ProposalRecord[]): void =>
      finishOne.immediate(session, result, found),
    review({ engine, sessionId }: SessionKey): ReviewRow | undefined {
      const row = held.get(engine, sessionId)
      if (row === undefined) return undefined
      const { attempts, reason, at, up_to: upTo } = row
      return { state: row.state as ReviewRow['state'], attempts, reason, at, upTo }
    },
    reviewCounts: (): readonly ReviewCount[] => counts.all(),
    noteProposal: addProposal,
    proposalsAbout: (subject: string, limit: number): readonly ProposalRecord[] =>
      about.all(subject, limit).map(toProposal),
    modelProposals: (limit: number, skill?: string): readonly ProposalRecord[] =>
      proposals.all({ skill: skill ?? null, limit }).map(toProposal),
  }
}

/** A review that failed is done once more. */
const MAX_ATTEMPTS = 2

const SESSIONS = `SELECT t.engine AS engine, t.session_id AS sessionId, max(t.project_dir) AS projectDir, count(*) AS turns,
    max(t.at) AS lastAt, r.state AS state, coalesce(r.attempts, 0) AS attempts
  FROM (SELECT * FROM turns WHERE session_id <> '' AND ${OF_A_PERSON}) t
  LEFT JOIN session_reviews r ON r.engine = t.engine AND r.session_id = t.session_id`

const toProposal = (row: RowOf<typeof modelProposals>): ProposalRecord => ({
  ...{
    id: row.id,
    subject: row.subject,
    skill: row.skill,
    operation: row.operation,
    rule: row.rule,
    reason: row.reason,
  },
  status: row.status,
  proposal: row.proposal,
  calls: JSON.parse(row.calls_json) as string[],
  versionId: row.version_id,
  at: row.at,
})
