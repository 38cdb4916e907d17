import type { Database } from 'better-sqlite3'
import type { Heard } from '../../domain/wishes/wishes.ts'
import type { StandingRule } from '../ports/wish-store.ts'
import type { standingRules } from './rule-schema.ts'

interface Row extends Omit<Heard, 'project'> {
  readonly project: string | null
}

/** Requests as wishes are heard in them, and the rules. */
export function wishTable(db: Database) {
  // Ids ascend with the time of their turns.
  const latest = db.prepare<[number], Row>(
    `SELECT id AS turnId, coalesce(nullif(session_id, ''), id) AS session, coalesce(project, project_dir) AS project,
       user_input AS text FROM turns WHERE kind IS NULL ORDER BY id DESC LIMIT ?`,
  )
  const all = db.prepare<[], typeof standingRules.$inferSelect>(
    `SELECT id, project, text, sources_json AS sourcesJson, sessions, state, at FROM standing_rules ORDER BY id`,
  )
  const save = db.prepare<unknown[]>(
    `INSERT INTO standing_rules (id, project, text, sources_json, sessions, state, at) VALUES (?,?,?,?,?,?,?)
     ON CONFLICT (id) DO UPDATE SET project = excluded.project, text = excluded.text, sources_json = excluded.sources_json,
       sessions = excluded.sessions, state = CASE WHEN at > excluded.at THEN state ELSE excluded.state END,
       at = max(at, excluded.at)`,
  )
  const saveAll = db.transaction((rules: readonly StandingRule[]) => {
    for (const r of rules)
      save.run(r.id, r.project ?? null, r.text, JSON.stringify(r.sources), r.sessions, r.state, r.at)
  })
  return {
    latestRequests: (limit: number): readonly Heard[] =>
      latest
        .all(limit)
        .map(({ project, ...row }) => ({ ...row, project: project ?? undefined }))
        .toReversed(),
    rules: (): readonly StandingRule[] =>
      all.all().map(({ project, sourcesJson, ...rule }) => ({
        ...rule,
        ...(project === null ? {} : { project }),
        sources: JSON.parse(sourcesJson) as string[],
      })),
    saveRules: (rules: readonly StandingRule[]): void => saveAll.immediate(rules),
  }
}
