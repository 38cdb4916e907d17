import type { Database, Statement } from 'better-sqlite3'
import type { NewestAsked, SkillFilter, StatusAndReview } from '../ports/skill-lookups.ts'
import type { SkillRecord } from '../skill-records.ts'
import { type SkillRow, toSkill } from './skill-row.ts'

type Value = string | number | null

/**
 * Pages of skills by standing. Each standing is a range of the index on standing and time; the ranges are merged by time, and
 * rows are read of the skills on the page alone. Filters look at the rows that they pass.
 */
export function newestSkills(db: Database) {
  const prepared = new Map<string, Statement<Value[], SkillRow>>()

  function pageOf(standings: number, filters: readonly Filter[]): Statement<Value[], SkillRow> {
    const conditions = [STANDING, ...filters.map(({ sql }) => sql)].join(' AND ')
    const one = `SELECT rowid AS place, created_at FROM skills WHERE ${conditions}`
    const sql = `SELECT skills.* FROM (${Array.from({ length: standings }, () => one).join(' UNION ALL ')}
        ORDER BY created_at DESC LIMIT ? OFFSET ?) JOIN skills ON skills.rowid = place ORDER BY skills.created_at DESC`
    const known = prepared.get(sql) ?? db.prepare<Value[], SkillRow>(sql)
    prepared.set(sql, known)
    return known
  }

  return (of: readonly StatusAndReview[], { limit, offset = 0, ...asked }: NewestAsked): SkillRecord[] => {
    if (of.length === 0) return []
    const filters = filtersOf(asked)
    const values = of.flatMap(({ status, needsReview, altered }): Value[] => [
      ...[status, Number(needsReview), altered === undefined ? null : Number(altered)],
      ...filters.flatMap((one) => one.values),
    ])
    return pageOf(of.length, filters)
      .all(...values, limit, offset)
      .map(toSkill)
  }
}

const STANDING = 'status = ? AND needs_review = ? AND altered = coalesce(?, altered)'

interface Filter {
  readonly sql: string
  readonly values: readonly Value[]
}

/** CROSS JOIN keeps the order: else SQLite reads all turns of the agent for each skill. */
function filtersOf({ origin, engine, project, proposed, names }: SkillFilter): readonly Filter[] {
  const drawn = (
    column: 't.engine' | 'coalesce(t.project, t.project_dir)',
    value: string | undefined,
  ): readonly Filter[] =>
    value === undefined
      ? []
      : [
          {
            sql: `EXISTS (SELECT 1 FROM skill_versions v CROSS JOIN version_evidence e ON e.version_id = v.id
              CROSS JOIN turns t ON t.id = e.turn_id WHERE v.skill_id = skills.id AND ${column} = ?)`,
            values: [value],
          },
        ]
  return [
    ...(origin === undefined ? [] : [SOURCES[origin]]),
    ...drawn('t.engine', engine),
    ...drawn('coalesce(t.project, t.project_dir)', project),
    ...(proposed === undefined
      ? []
      : [{ sql: "skills.id IN (SELECT skill_id FROM skill_versions WHERE state = 'proposed')", values: [] }]),
    ...(names === undefined
      ? []
      : [{ sql: 'name IN (SELECT value FROM json_each(?))', values: [JSON.stringify(names)] }]),
  ]
}

/** A skill of a model that rests on no run was drafted from a document (`domain/visibility.ts`). */
const SOURCES: Readonly<Record<NonNullable<SkillFilter['origin']>, Filter>> = {
  auto: { sql: "origin = 'auto'", values: [] },
  model: { sql: "origin = 'model' AND evidence_count > 0", values: [] },
  document: { sql: "origin = 'model' AND evidence_count = 0", values: [] },
  person: { sql: "origin = 'person'", values: [] },
}
