import type { Database, Statement } from 'better-sqlite3'
import type { Counts } from '../../domain/hydration.ts'
import type { NewestAsked, Places, SkillFilter, SkillSeen, StatusAndReview } from '../ports/skill-store.ts'
import type { SkillRecord } from '../skill-records.ts'
import { containing } from './like.ts'
import { ownRequests } from './requests.ts'
import type { turns } from './schema.ts'
import { SKILL, toSkill } from './skill-rows.ts'
import type { Changes } from './until-changed.ts'

export function lookupTable(db: Database, changes: Changes) {
  const all = db.prepare<[]>(`SELECT ${SKILL} FROM skills ORDER BY name`)
  const byName = db.prepare<[string]>(`SELECT ${SKILL} FROM skills WHERE name = ?`)
  const like = db.prepare<Record<'exact' | 'from' | 'to', string>>(
    `SELECT ${SKILL} FROM skills WHERE name = :exact OR id = :exact
     UNION SELECT ${SKILL} FROM skills WHERE :from <> '' AND (name >= :from AND name < :to OR id >= :from AND id < :to)
     ORDER BY name`,
  )
  const last = db.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM skills').pluck()
  const some = db.prepare<[number, number, number]>(
    `SELECT ${SEEN} FROM skills WHERE rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?`,
  )
  const used = db.prepare<[]>(
    `SELECT ${SEEN}, successes, failures FROM skills JOIN arms USING (name) WHERE offered > 0`,
  )
  const named = db.prepare<[string]>(
    `SELECT ${SKILL} FROM skills WHERE name IN (SELECT value FROM json_each(?)) ORDER BY name`,
  )
  // From the index on standing alone, a thirtieth of the rows.
  const counts = (more = '') =>
    db.prepare<[], Standing>(
      `SELECT status, needs_review AS needsReview, count(*) AS count${more} FROM skills GROUP BY status, needs_review`,
    )
  const [statusCounts, alteredCounts] = [counts(), counts(', sum(altered) AS altered')]
  const elsewhere = db
    .prepare<[string], string>(
      `SELECT name FROM skills WHERE projects_json <> '[]'
         AND NOT EXISTS (SELECT 1 FROM json_each(projects_json) WHERE value = ?)`,
    )
    .pluck()
  const projects = db
    .prepare<[], string>(
      `SELECT DISTINCT coalesce(project, project_dir) AS place FROM (SELECT project, project_dir FROM turns ORDER BY id DESC LIMIT 5000)
       WHERE place IS NOT NULL ORDER BY place`,
    )
    .pluck()
  /** Rows from an offset given by the seed, wrapping around at the end. */
  function someOf(seed: number, limit: number): SkillSeen[] {
    const end = last.get()!
    const from = 1 + (seed % Math.max(1, end))
    const found = some.all(from, end, limit)
    const rest = found.length === limit ? [] : some.all(0, from - 1, limit - found.length)
    return [...found, ...rest].map(toSkill)
  }

  return {
    // Row by row: one that is kept beside its record until all are read costs as much again.
    skills: (): SkillRecord[] => Array.from(all.iterate(), toSkill),
    skill: (name: string): SkillRecord | undefined => {
      const row = byName.get(name)
      return row === undefined ? undefined : toSkill(row)
    },
    skillsLike(reference: string): SkillRecord[] {
      const from = reference.toLowerCase()
      return like.all({ exact: reference, from, to: `${from}\u{10ffff}` }).map(toSkill)
    },
    skillsNamed: (names: readonly string[]): SkillRecord[] => named.all(JSON.stringify(names)).map(toSkill),
    usedSkills: () => used.all().map((row) => toSkill(row) as unknown as SkillSeen & Counts),
    someSkills: someOf,
    statusCounts: (by?: 'altered') =>
      (by === 'altered' ? alteredCounts : statusCounts)
        .all()
        .map((row) => ({ ...row, needsReview: row.needsReview === 1 })),
    newestSkills: newestSkills(db),
    placesOf: evidencePlaces(db),
    recentProjects: projects.all,
    skillsElsewhere: (project: string): ReadonlySet<string> => new Set(elsewhere.all(project)),
    ownRequests: ownRequests(db, changes),
  }
}

export const SEEN = 'skills.name, status, needs_review AS needsReview, description, digest, stamp, rules, altered'

interface Standing extends Pick<SkillRecord, 'status'> {
  readonly needsReview: number
  readonly count: number
  readonly altered?: number
}

export function noticeTable(db: Database) {
  const announceOne = db.prepare<[number, string]>(
    'UPDATE skills SET announced_at = ? WHERE id = ? AND announced_at IS NULL',
  )
  const announce = db.transaction((skillIds: readonly string[], at: number): string[] =>
    skillIds.filter((id) => announceOne.run(at, id).changes > 0),
  )
  const unannounced = db.prepare<[]>(
    `SELECT id, name, origin, altered FROM skills INDEXED BY skills_unannounced
     WHERE status = 'staged' AND needs_review = 1 AND announced_at IS NULL ORDER BY name`,
  )
  return { announce: announce.immediate, unannounced: () => unannounced.all().map(toSkill) }
}

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

type Value = string | number | null

/**
 * Pages of skills by standing. Each standing is a range of the index on standing and time; the ranges are merged by time, and
 * rows are read of the skills on the page alone. Filters look at the rows that they pass.
 */
export function newestSkills(db: Database) {
  const prepared = new Map<string, Statement<Value[]>>()

  function pageOf(standings: number, filters: readonly Filter[]): Statement<Value[]> {
    const conditions = [STANDING, ...filters.map(({ sql }) => sql)].join(' AND ')
    const one = `SELECT rowid AS place, created_at FROM skills WHERE ${conditions}`
    const sql = `SELECT ${SKILL} FROM (${Array.from({ length: standings }, () => one).join(' UNION ALL ')}
        ORDER BY created_at DESC LIMIT ? OFFSET ?) JOIN skills ON skills.rowid = place ORDER BY skills.created_at DESC`
    const known = prepared.get(sql) ?? db.prepare<Value[]>(sql)
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
function filtersOf({ origin, engine, project, proposed, names, text }: SkillFilter): readonly Filter[] {
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
    ...(text === undefined
      ? []
      : [
          {
            sql: "(name LIKE ? ESCAPE '\\' OR description LIKE ? ESCAPE '\\')",
            values: [containing(text), containing(text)],
          },
        ]),
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
  team: { sql: "origin = 'team'", values: [] },
}
