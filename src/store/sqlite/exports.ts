import type { Database } from 'better-sqlite3'
import type { ExportRecord } from '../skill-records.ts'
import type { skillExports } from './schema.ts'

type Row = typeof skillExports.$inferSelect

/** Copies of skills in the folders of engines. */
export function exportTable(db: Database) {
  const all = db.prepare<[], Row>(`${SELECT} ORDER BY path`)
  const ofSkill = db.prepare<[string], Row>(`${SELECT} WHERE skill_name = ? ORDER BY path`)
  const save = db.prepare<unknown[]>(
    `INSERT OR REPLACE INTO skill_exports (path, root, base, engines_json, skill_name, version_id, tools, digests_json, stamp, at)
     VALUES (?,?,?,?,?,?,?,?,?,?)`,
  )
  const remove = db.prepare<[string]>('DELETE FROM skill_exports WHERE path = ?')
  return {
    exports: (): ExportRecord[] => all.all().map(toRecord),
    exportsOf: (skillName: string): ExportRecord[] => ofSkill.all(skillName).map(toRecord),
    noteExport: (r: ExportRecord): void => {
      const lists = [JSON.stringify(r.engines), r.skillName, r.versionId, r.tools, JSON.stringify(r.digests)]
      save.run(r.path, r.root, r.base, ...lists, r.stamp, r.at)
    },
    forgetExport: (path: string): void => {
      remove.run(path)
    },
  }
}

const SELECT = `SELECT path, root, base, engines_json AS enginesJson, skill_name AS skillName, version_id AS versionId, tools,
  digests_json AS digestsJson, stamp, at FROM skill_exports`

const toRecord = ({ enginesJson, digestsJson, ...row }: Row): ExportRecord => ({
  ...row,
  engines: JSON.parse(enginesJson) as string[],
  digests: JSON.parse(digestsJson) as string[],
})
