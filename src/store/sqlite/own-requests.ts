import type { Database } from 'better-sqlite3'
import type { OwnRequest } from '../../domain/routing/own-requests.ts'
import type { decisions } from './routing-schema.ts'
import type { skills, turns } from './schema.ts'

/** Characters of a request that are read; what it asks for is among the first. */
const MAX_TEXT = 4_000

/**
 * The latest requests with those of the skills that rest on their turns or on turns of the same group, or that their runs
 * used. Ids ascend with time.
 */
export function ownRequests(db: Database) {
  const latest = db.prepare<[number, number], Row>(
    `SELECT id, substr(user_input, 1, ?) AS text,
       (SELECT d.pick FROM decisions d
        WHERE d.session_id = turns.session_id AND d.prompt_id = turns.prompt_id AND d.pick IS NOT NULL
          AND (d.loaded = 1 OR (d.loaded IS NULL AND d.outcome = 'success')) LIMIT 1) AS used
     FROM turns WHERE kind IS NULL ORDER BY id DESC LIMIT ?`,
  )
  const drawn = db.prepare<{ readonly names: string; readonly from: string }, Drawn>(
    `WITH evidence AS MATERIALIZED (
       SELECT DISTINCT s.name, e.turn_id FROM skills s
       JOIN skill_versions v ON v.skill_id = s.id AND v.state <> 'rejected' JOIN version_evidence e ON e.version_id = v.id
       WHERE s.name IN (SELECT value FROM json_each(:names))
     ), tasks AS MATERIALIZED (
       SELECT DISTINCT name, scope, group_id FROM evidence JOIN group_requests USING (turn_id) WHERE group_id IS NOT NULL
     )
     SELECT turn_id AS turn, name AS skill FROM evidence WHERE turn_id >= :from
     UNION SELECT g.turn_id, name FROM tasks JOIN group_requests g USING (scope, group_id) WHERE g.turn_id >= :from
     ORDER BY skill`,
  )
  return (limit: number, names: readonly string[]): readonly OwnRequest[] => {
    const rows = latest.all(MAX_TEXT, limit)
    const of = new Map(rows.map(({ id, used }) => [id, new Set(used === null ? [] : [used])]))
    for (const { turn, skill } of drawn.all({ names: JSON.stringify(names), from: rows.at(-1)?.id ?? '' }))
      of.get(turn)?.add(skill)
    return rows.map(({ id, text }) => ({ text, skills: [...of.get(id)!] }))
  }
}

type Row = Pick<typeof turns.$inferSelect, 'id'> & {
  readonly text: (typeof turns.$inferSelect)['userInput']
  readonly used: (typeof decisions.$inferSelect)['pick']
}

interface Drawn {
  readonly turn: (typeof turns.$inferSelect)['id']
  readonly skill: (typeof skills.$inferSelect)['name']
}
