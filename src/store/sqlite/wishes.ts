import type { Database } from 'better-sqlite3'
import type { Heard } from '../../domain/wishes/wishes.ts'

export type WishTable = ReturnType<typeof wishTable>

interface Row extends Omit<Heard, 'project'> {
  readonly project: string | null
}

/** Requests as wishes are heard in them. */
export function wishTable(db: Database) {
  // Ids ascend with the time of their turns.
  const latest = db.prepare<[number], Row>(
    `SELECT id AS turnId, coalesce(nullif(session_id, ''), id) AS session, coalesce(project, project_dir) AS project,
       user_input AS text FROM turns WHERE kind IS NULL ORDER BY id DESC LIMIT ?`,
  )
  return {
    latest: (limit: number): readonly Heard[] =>
      latest
        .all(limit)
        .map(({ project, ...row }) => ({ ...row, project: project ?? undefined }))
        .toReversed(),
  }
}
