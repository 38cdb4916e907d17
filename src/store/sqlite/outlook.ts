import type { Database } from 'better-sqlite3'
import type { Outcome } from '../../domain/turn.ts'
import { nearestOf, type OpenStreak, type Outlook, type OutlookBounds, type TurnedDownStreak } from '../outlook.ts'

/** How near streaks are to a draft, bounded by the turns asked for, by the streaks kept, and by the ledger. */
export function outlookTable(db: Database) {
  const counts = db.prepare<[number], Count>(
    `SELECT outcome, signature = '' AS isEmpty, substr(refusal, 1, instr(refusal, ':') - 1) AS gate, count(*) AS n
     FROM (SELECT outcome, signature, json_extract(why_json, '$.refusal') AS refusal
           FROM turns WHERE kind IS NOT 'scheduled' ORDER BY id DESC LIMIT ?)
     GROUP BY outcome, isEmpty, gate`,
  )
  const exact = db.prepare<[], Open>(
    `SELECT (SELECT count(*) FROM buckets) AS open, (SELECT count(*) FROM buckets WHERE streak = 1) AS alone`,
  )
  // Requests without a group count with others of their signature.
  const similar = db.prepare<[], Open>(
    `SELECT count(*) AS open, count(*) FILTER (WHERE streak = 1) AS alone FROM (
       SELECT count(*) AS streak FROM group_requests WHERE waiting = 1 GROUP BY scope, group_id
       UNION ALL SELECT count(*) FROM group_requests WHERE group_id IS NULL GROUP BY scope, signature)`,
  )
  const buckets = db.prepare<[number], OpenRow>(
    `SELECT b.signature, 1 AS exact, streak, b.turnId, t.user_input AS request, t.at FROM (
       SELECT signature, streak, json_extract(turn_ids_json, '$[#-1]') AS turnId
       FROM buckets ORDER BY streak DESC, updated_at DESC LIMIT ?) b
     JOIN turns t ON t.id = b.turnId`,
  )
  const groups = db.prepare<[number], OpenRow>(
    `SELECT g.signature, 0 AS exact, streak, t.id AS turnId, t.user_input AS request, t.at FROM (
       SELECT w.scope, s.signature, count(*) AS streak, max(w.id) AS last
       FROM group_requests w JOIN groups s ON s.scope = w.scope AND s.id = w.group_id
       WHERE w.waiting = 1 GROUP BY w.scope, w.group_id ORDER BY streak DESC, last DESC LIMIT ?) g
     JOIN group_requests r ON r.scope = g.scope AND r.id = g.last
     JOIN turns t ON t.id = r.turn_id`,
  )
  // Two similar requests become a group with the third; until then the later one records the pair.
  const pairs = db.prepare<[number], OpenRow>(
    `SELECT r.signature, 0 AS exact, 2 AS streak, t.id AS turnId, t.user_input AS request, t.at
     FROM group_requests r JOIN turns t ON t.id = r.turn_id
     JOIN group_requests o ON o.scope = r.scope AND o.id = json_extract(t.why_json, '$.group.like[0]')
     WHERE r.group_id IS NULL AND o.group_id IS NULL
       AND json_extract(t.why_json, '$.group.likeness') >= json_extract(t.why_json, '$.group.needed')
     ORDER BY t.at DESC LIMIT ?`,
  )
  const turnedDown = db.prepare<[number], TurnedDownStreak>(
    // A later streak of a skill in use is no draft that is missing.
    `SELECT skill_name AS skill, move AS "as", reason, at FROM ledger
     WHERE move IN ('refused', 'suppressed') AND NOT EXISTS (
       SELECT 1 FROM skills s WHERE s.name = ledger.skill_name AND s.status NOT IN ('archived', 'revoked'))
     ORDER BY id DESC LIMIT ?`,
  )

  const inBucket = db
    .prepare<[string], number>(
      `SELECT b.streak FROM turns t JOIN buckets b
         ON b.signature = t.signature AND b.scope IN ('', coalesce(t.project, t.project_dir))
       WHERE t.id = ? AND t.id IN (SELECT value FROM json_each(b.turn_ids_json))`,
    )
    .pluck()
  const inGroup = db
    .prepare<[string], number>(
      `SELECT CASE WHEN r.group_id IS NULL THEN 1 WHEN r.waiting = 1 THEN (
         SELECT count(*) FROM group_requests o WHERE o.scope = r.scope AND o.group_id = r.group_id AND o.waiting = 1
       ) ELSE 0 END
       FROM group_requests r WHERE r.turn_id = ?`,
    )
    .pluck()

  function read(bounds: OutlookBounds): Outlook {
    const outcomes = { success: 0, failure: 0, unknown: 0 }
    const refused: Record<string, number> = {}
    for (const { outcome, isEmpty, gate, n } of counts.all(bounds.turns)) {
      outcomes[outcome] += n
      const why = gate ?? (isEmpty === 1 ? 'no_word' : null)
      if (outcome === 'success' && why !== null) refused[why] = (refused[why] ?? 0) + n
    }
    return {
      turns: outcomes.success + outcomes.failure + outcomes.unknown,
      outcomes,
      refused,
      ...((bounds.grouping === 'similar' ? similar : exact).get() ?? { open: 0, alone: 0 }),
      nearest: nearestOf(
        (bounds.grouping === 'similar' ? [buckets, groups, pairs] : [buckets])
          .flatMap((some) => some.all(bounds.streaks))
          .map((row) => ({ ...row, exact: row.exact === 1 })),
        bounds.streaks,
      ),
      turnedDown: turnedDown.all(bounds.streaks),
    }
  }

  return {
    outlook: read,
    streakOf: (turnId: string): number => Math.max(0, inBucket.get(turnId) ?? 0, inGroup.get(turnId) ?? 0),
  }
}

type Open = Pick<Outlook, 'open' | 'alone'>
type OpenRow = Omit<OpenStreak, 'exact'> & { readonly exact: number }

interface Count {
  readonly outcome: Outcome
  readonly isEmpty: number
  readonly gate: string | null
  readonly n: number
}
