import type { Database } from 'better-sqlite3'
import type { ReadSource, SourceRow } from '../read-source.ts'
import type { RowOf } from './row.ts'
import type { sources } from './schema.ts'

/** Read position of each transcript file, in its reader's format. */
export function sourceTable(db: Database) {
  const byPath = db.prepare<[string], Pick<RowOf<typeof sources>, 'resume_json'>>(
    'SELECT resume_json FROM sources WHERE path = ?',
  )
  const save = db.prepare<[string, string, string, number]>(
    'INSERT OR REPLACE INTO sources (path, engine, resume_json, read_at) VALUES (?,?,?,?)',
  )
  // Few are misread: without the index hint SQLite would scan all rows for the order.
  const misread = db.prepare<[number], SourceRow>(
    `SELECT engine, resume_json AS resume FROM sources INDEXED BY sources_misread
     WHERE read_at >= ? AND CASE WHEN json_valid(resume_json) THEN json_extract(resume_json, '$.misread') END IS NOT NULL ORDER BY path`,
  )
  const saveAll = db.transaction((sources: readonly ReadSource[]): void => {
    for (const { path, engine, resume, at } of sources) save.run(path, engine, resume, at)
  })
  return {
    misreadSources: (since: number): SourceRow[] => misread.all(since),
    source: (path: string): string | undefined => byPath.get(path)?.resume_json,
    saveSources: (sources: readonly ReadSource[]): void => saveAll.immediate(sources),
  }
}
