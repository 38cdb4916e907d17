import type { Database } from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type { SourceRow, SourceStore } from '../ports/turn-store.ts'
import { sources } from './schema.ts'
import { given, statements } from './statements.ts'
import type { Changes } from './until-changed.ts'

type Sources = Sync<SourceStore>

/** Read position of each transcript file, in its reader's format. */
export function sourceTable(db: Database, changes: Pick<Changes, 'apart'>): Sources {
  const { value, insert } = statements(db)
  const byPath = value(sources.resume, { where: eq(sources.path, given('path')) })
  const save = insert(sources, 'replace')
  // Few are misread: without the index hint SQLite would scan all rows for the order.
  const misread = db.prepare<[number], SourceRow>(
    `SELECT engine, resume_json AS resume FROM sources INDEXED BY sources_misread
     WHERE read_at >= ? AND CASE WHEN json_valid(resume_json) THEN json_extract(resume_json, '$.misread') END IS NOT NULL ORDER BY path`,
  )
  const saveAll = db.transaction<Sources['saveSources']>((read) => {
    for (const { at: readAt, ...one } of read) save({ ...one, readAt })
  })
  return {
    misreadSources: misread.all,
    source: (path) => byPath({ path }),
    saveSources: (read) => changes.apart(() => saveAll.immediate(read)),
  }
}
