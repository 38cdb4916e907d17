import type { Database } from 'better-sqlite3'
import type { Places } from '../ports/evidence-places.ts'
import type { turns } from './schema.ts'

type Row = Pick<typeof turns.$inferSelect, 'engine' | 'project'> & { readonly skill: string }

/** Agents and projects behind skills. CROSS JOIN keeps the order: a skill, its version, its turns. */
export function evidencePlaces(db: Database) {
  const places = db.prepare<[string, number], Row>(
    `SELECT DISTINCT asked.value AS skill, t.engine, coalesce(t.project, t.project_dir) AS project FROM json_each(?) asked
     CROSS JOIN turns t WHERE t.id IN (SELECT turn_id FROM version_evidence WHERE version_id = (
       SELECT v.id FROM skill_versions v JOIN skills s ON s.id = v.skill_id
       WHERE v.skill_id = asked.value AND EXISTS (SELECT 1 FROM version_evidence e WHERE e.version_id = v.id)
       ORDER BY v.version = s.head_version DESC, v.rowid DESC LIMIT 1) LIMIT ?)`,
  )
  return (skillIds: readonly string[], limit: number): ReadonlyMap<string, Places> => {
    const found = new Map<string, Row[]>()
    for (const row of places.all(JSON.stringify(skillIds), limit))
      found.set(row.skill, [...(found.get(row.skill) ?? []), row])
    const each = (values: readonly (string | null)[]) => [...new Set(values.filter((one) => one !== null))].sort()
    const placesIn = (rows: readonly Row[]): Places => ({
      engines: each(rows.map((row) => row.engine)),
      projects: each(rows.map((row) => row.project)),
    })
    return new Map([...found].map(([skill, rows]) => [skill, placesIn(rows)]))
  }
}
