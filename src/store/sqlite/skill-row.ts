import type { Database } from 'better-sqlite3'
import type { SkillRecord, VersionRecord } from '../skill-records.ts'
import type { RowOf } from './row.ts'
import type { skills, skillVersions } from './schema.ts'

/** A row as the driver gives it. */
export type SkillRow = RowOf<typeof skills>

/** A row of `skill_versions`. */
export type VersionRow = RowOf<typeof skillVersions>

/** The row of a skill. */
export function toSkill(row: SkillRow): SkillRecord {
  return {
    id: row.id,
    name: row.name,
    origin: row.origin,
    status: row.status,
    signature: row.signature,
    description: row.description,
    triggers: JSON.parse(row.triggers_json) as string[],
    ...(row.tags_json === '[]' ? {} : { tags: JSON.parse(row.tags_json) as string[] }),
    ...(row.projects_json === '[]' ? {} : { projects: JSON.parse(row.projects_json) as string[] }),
    body: row.body,
    path: row.path,
    needsReview: row.needs_review === 1,
    evidenceCount: row.evidence_count,
    headVersion: row.head_version,
    digest: row.digest,
    stamp: row.stamp,
    rules: row.rules,
    altered: row.altered === 1,
    ...(row.look === null ? {} : { look: row.look }),
    createdAt: row.created_at,
  }
}

/** The version of a row. */
export function toVersion(row: VersionRow): VersionRecord {
  return {
    id: row.id,
    skillId: row.skill_id,
    version: row.version,
    parentId: row.parent_id,
    author: row.author,
    reason: row.reason,
    state: row.state,
    digest: row.digest,
    evidence: JSON.parse(row.evidence_json) as string[],
    triggerId: row.trigger_id,
    createdAt: row.created_at,
    baseId: row.base_id,
  }
}

/** Reads the versions of many skills; row by row, since rows that are kept until all are read cost as much again. */
export function allVersions(db: Database) {
  const all = db.prepare<[], VersionRow>('SELECT * FROM skill_versions ORDER BY rowid')
  // Skill by skill, which the index gives without sorting.
  const ofSkills = db.prepare<[string], VersionRow>(
    'SELECT * FROM skill_versions WHERE skill_id IN (SELECT value FROM json_each(?)) ORDER BY skill_id, rowid',
  )
  return (skillIds?: readonly string[]): VersionRecord[] =>
    Array.from(skillIds === undefined ? all.iterate() : ofSkills.iterate(JSON.stringify(skillIds)), toVersion)
}

/** Changes that are logged; a reader of an older one reads all skills instead. */
const KEPT = 5_000
/** Changes between two deletions of old ones. */
const PIECE = 500

/** Logs a change of a skill's row in the same transaction; call it before the row is deleted. */
export function skillChangeLog(db: Database): (skillId: string) => void {
  const add = db
    .prepare<[string], number>(
      'INSERT INTO skill_changes (skill, token) SELECT name, hex(randomblob(8)) FROM skills WHERE id = ? RETURNING n',
    )
    .pluck()
  const clear = db.prepare<[number]>('DELETE FROM skill_changes WHERE n <= ?')
  return (skillId) => {
    const n = add.get(skillId)
    if (n !== undefined && n % PIECE === 0) clear.run(n - KEPT)
  }
}
