import type { Database } from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import type { OwnRequest } from '../../domain/routing/own-requests.ts'
import type { Heard } from '../../domain/wishes/wishes.ts'
import type { Sync } from '../asynchronous.ts'
import type { WishStore } from '../ports/review-store.ts'
import { standingRules } from './model-schema.ts'
import type { decisions } from './routing-schema.ts'
import type { skills, turns } from './schema.ts'
import { excluded, statements } from './statements.ts'
import { untilChanged } from './until-changed.ts'

type Wishes = Sync<WishStore>

interface Row extends Omit<Heard, 'project'> {
  readonly project: string | null
}

/** Requests as wishes are heard in them, and the rules. */
export function wishTable(db: Database): Wishes {
  // Ids ascend with the time of their turns.
  const latest = db.prepare<[number], Row>(
    `SELECT id AS turnId, coalesce(nullif(session_id, ''), id) AS session, coalesce(project, project_dir) AS project,
       user_input AS text FROM turns WHERE kind IS NULL ORDER BY id DESC LIMIT ?`,
  )
  const { rows, insert } = statements(db)
  const all = rows(standingRules, { by: [standingRules.id] })
  const { project, text, sources, sessions, state, at } = standingRules
  const newer = sql`CASE WHEN ${at} > excluded.at THEN ${state} ELSE excluded.state END`
  const save = insert(standingRules, {
    project: excluded(project),
    text: excluded(text),
    sources: excluded(sources),
    sessions: excluded(sessions),
    state: newer,
    at: sql`max(${at}, excluded.at)`,
  })
  const saveAll = db.transaction<Wishes['saveRules']>((rules) => {
    for (const rule of rules) save(rule)
  })
  return {
    latestRequests: untilChanged(db, (limit) =>
      latest
        .all(limit)
        .map(({ project: of, ...row }) => ({ ...row, project: of ?? undefined }))
        .toReversed(),
    ),
    rules: untilChanged(db, () =>
      all().map(({ project: of, ...rule }) => ({ ...rule, ...(of !== null && { project: of }) })),
    ),
    saveRules: saveAll.immediate,
  }
}

/** Characters of a request that are read; what it asks for is among the first. */
const MAX_TEXT = 4_000

/**
 * The latest requests with those of the skills that rest on their turns or on turns of the same group, or that their runs
 * used. Ids ascend with time.
 */
export function ownRequests(db: Database) {
  const latest = db.prepare<[number, number], Latest>(
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
       SELECT DISTINCT name, scope, group_id FROM evidence CROSS JOIN group_requests USING (turn_id) WHERE group_id IS NOT NULL
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

type Latest = Pick<typeof turns.$inferSelect, 'id'> & {
  readonly text: (typeof turns.$inferSelect)['userInput']
  readonly used: (typeof decisions.$inferSelect)['pick']
}

interface Drawn {
  readonly turn: (typeof turns.$inferSelect)['id']
  readonly skill: (typeof skills.$inferSelect)['name']
}
