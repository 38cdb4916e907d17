import type { Database } from 'better-sqlite3'
import type { LonelyProject, LoneRequest, MeantStreak, ProposalRecord } from '../ports/review-store.ts'
import type { Claim } from '../streak-rule.ts'
import type { GroupTable } from './groups.ts'
import type { turns } from './schema.ts'
import type { SessionReviewTable } from './session-reviews.ts'
import type { TriggerTable } from './triggers.ts'

/** Lone requests, and streaks of them. */
export function recurrenceTable(
  db: Database,
  parts: {
    readonly triggers: TriggerTable
    readonly groups: GroupTable
    readonly reviews: SessionReviewTable
    /** Takes a turn out of the streaks that it waits in. */
    readonly outOfStreaks: (signature: string, turnId: string) => void
  },
) {
  const projects = db.prepare<[], LonelyProject>(
    `${LONE} SELECT coalesce(t.project, t.project_dir, '') AS project, count(*) AS requests, max(t.at) AS lastAt
     FROM turns t WHERE ${IS_LONE} GROUP BY 1 ORDER BY 1`,
  )
  const requests = db.prepare<[string, number, number], LoneRequest>(
    `${LONE} SELECT t.id AS turnId, t.at AS at, t.session_id AS sessionId, t.user_input AS text
     FROM turns t WHERE coalesce(t.project, t.project_dir, '') = ? AND t.at <= ? AND ${IS_LONE} ORDER BY t.at DESC, t.id DESC LIMIT ?`,
  )
  const stillLone = db.prepare<[string], Pick<typeof turns.$inferSelect, 'id' | 'signature'>>(
    `${LONE} SELECT t.id AS id, t.signature AS signature FROM turns t
     WHERE t.id IN (SELECT value FROM json_each(?)) AND ${IS_LONE}`,
  )

  const complete = db.transaction(
    ({ signature, turnIds, threshold }: MeantStreak, claim: Claim, proposal: ProposalRecord) => {
      const lone = stillLone.all(JSON.stringify(turnIds))
      if (lone.length !== turnIds.length) return undefined
      // Members of one group now, so that the next request like one of them counts towards the same task.
      parts.groups.foundMeant(turnIds, signature, threshold)
      for (const turn of lone) parts.outOfStreaks(turn.signature, turn.id)
      parts.reviews.noteProposal(proposal)
      return parts.triggers.add(signature, turnIds, claim, true)
    },
  )

  return {
    lonelyProjects: projects.all,
    loneRequests: (project: string, until: number, limit: number): readonly LoneRequest[] =>
      requests.all(project, until, limit).toReversed(),
    completeMeant: complete.immediate,
  }
}

/** More than so many wait in a group because they are too unlike each other for a draft; they are looked at again. */
const MOST_WAITING = 4

/** Turns that are in use: evidence, or in a streak with others, or not counted yet. */
const LONE = `WITH used(id) AS MATERIALIZED (
  SELECT turn_id FROM version_evidence
  UNION SELECT j.value FROM triggers, json_each(turn_ids_json) j
  UNION SELECT id FROM turns WHERE uncounted IS NOT NULL
  UNION SELECT j.value FROM buckets, json_each(turn_ids_json) j WHERE streak > 1
  UNION SELECT r.turn_id FROM group_requests r JOIN (
      SELECT scope, group_id FROM group_requests WHERE waiting = 1 GROUP BY scope, group_id
      HAVING count(*) BETWEEN 2 AND ${MOST_WAITING}
    ) g ON g.scope = r.scope AND g.group_id = r.group_id WHERE r.waiting = 1)`

const IS_LONE = `t.outcome = 'success' AND t.signature <> '' AND t.picked_skill IS NULL
  AND json_extract(t.why_json, '$.refusal') IS NULL AND t.id NOT IN (SELECT id FROM used)`
