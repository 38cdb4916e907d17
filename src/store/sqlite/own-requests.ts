import type { Database } from 'better-sqlite3'
import type { OwnRequest } from '../../domain/routing/own-requests.ts'
import type { decisions } from './routing-schema.ts'
import type { skills, turns, versionEvidence } from './schema.ts'

/** Characters of a request that are read; what it asks for is among the first. */
const MAX_TEXT = 4_000

/** The latest requests with the skills that rest on their turns, or that their runs used. Ids ascend with time. */
export function ownRequests(db: Database) {
  const latest = db.prepare<[number, number], Row>(
    `SELECT id, substr(user_input, 1, ?) AS text,
       (SELECT d.pick FROM decisions d
        WHERE d.session_id = turns.session_id AND d.prompt_id = turns.prompt_id AND d.pick IS NOT NULL
          AND (d.loaded = 1 OR (d.loaded IS NULL AND d.outcome = 'success')) LIMIT 1) AS used
     FROM turns WHERE kind IS NULL ORDER BY id DESC LIMIT ?`,
  )
  const drawn = db.prepare<[string], Drawn>(
    `SELECT e.turn_id AS turn, s.name AS skill FROM version_evidence e
     JOIN skill_versions v ON v.id = e.version_id JOIN skills s ON s.id = v.skill_id
     WHERE e.turn_id >= ? AND v.state <> 'rejected' ORDER BY s.name`,
  )
  return (limit: number): readonly OwnRequest[] => {
    const rows = latest.all(MAX_TEXT, limit)
    const skills = new Map(rows.map(({ id, used }) => [id, new Set(used === null ? [] : [used])]))
    for (const { turn, skill } of drawn.all(rows.at(-1)?.id ?? '')) skills.get(turn)?.add(skill)
    return rows.map(({ id, text }) => ({ text, skills: [...skills.get(id)!] }))
  }
}

type Row = Pick<typeof turns.$inferSelect, 'id'> & {
  readonly text: (typeof turns.$inferSelect)['userInput']
  readonly used: (typeof decisions.$inferSelect)['pick']
}

interface Drawn {
  readonly turn: (typeof versionEvidence.$inferSelect)['turnId']
  readonly skill: (typeof skills.$inferSelect)['name']
}
