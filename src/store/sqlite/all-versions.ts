import type { Database } from 'better-sqlite3'
import type { VersionRecord } from '../skill-records.ts'
import { toVersion, type VersionRow } from './skill-row.ts'

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
