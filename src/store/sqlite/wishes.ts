import type { Database } from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import type { Heard } from '../../domain/wishes/wishes.ts'
import type { Sync } from '../asynchronous.ts'
import type { WishStore } from '../ports/review-store.ts'
import { standingRules } from './model-schema.ts'
import { excluded, statements } from './statements.ts'

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
    latestRequests: (limit) =>
      latest
        .all(limit)
        .map(({ project: of, ...row }) => ({ ...row, project: of ?? undefined }))
        .toReversed(),
    rules: () => all().map(({ project: of, ...rule }) => ({ ...rule, ...(of !== null && { project: of }) })),
    saveRules: saveAll.immediate,
  }
}
