import type { Database, Statement } from 'better-sqlite3'
import type { Counts } from '../../domain/hydration.ts'
import type {
  ChangedSkills,
  Look,
  NewestAsked,
  Places,
  SkillFilter,
  SkillSeen,
  StatusAndReview,
} from '../ports/skill-store.ts'
import type { SkillRecord } from '../skill-records.ts'
import { ownRequests } from './requests.ts'
import type { arms, looks } from './routing-schema.ts'
import type { skills, turns } from './schema.ts'
import { type SkillRow, toSkill } from './skill-row.ts'
import { unlessBusy, waitingAtMost } from './waiting.ts'

/** Implements the reads of `SkillLookups`. */
export function lookupTable(db: Database) {
  const all = db.prepare<[], SkillRow>('SELECT * FROM skills ORDER BY name')
  const byName = db.prepare<[string], SkillRow>('SELECT * FROM skills WHERE name = ?')
  const like = db.prepare<Record<'exact' | 'from' | 'to', string>, SkillRow>(
    `SELECT * FROM skills WHERE name = :exact OR id = :exact
     UNION SELECT * FROM skills WHERE :from <> '' AND (name >= :from AND name < :to OR id >= :from AND id < :to)
     ORDER BY name`,
  )
  const last = db.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM skills').pluck()
  const some = db.prepare<[number, number, number], SeenRow>(
    `SELECT ${SEEN} FROM skills WHERE rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?`,
  )
  const used = db.prepare<[], SeenRow & Pick<typeof arms.$inferSelect, 'successes' | 'failures'>>(
    `SELECT ${SEEN}, successes, failures FROM skills JOIN arms USING (name) WHERE offered > 0`,
  )
  const named = db.prepare<[string], SkillRow>(
    'SELECT * FROM skills WHERE name IN (SELECT value FROM json_each(?)) ORDER BY name',
  )
  // From the index on standing alone, a thirtieth of the rows.
  const statusCounts = db.prepare<[], Pick<SeenRow, 'status' | 'needsReview'> & { count: number }>(
    `SELECT status, needs_review AS needsReview, count(*) AS count FROM skills
     GROUP BY status, needs_review`,
  )
  const alteredCounts = db.prepare<[], Pick<SeenRow, 'status' | 'needsReview' | 'altered'> & { count: number }>(
    `SELECT status, needs_review AS needsReview, sum(altered) AS altered, count(*) AS count FROM skills
     GROUP BY status, needs_review`,
  )
  const elsewhere = db
    .prepare<[string], string>(
      `SELECT name FROM skills WHERE projects_json <> '[]'
         AND NOT EXISTS (SELECT 1 FROM json_each(projects_json) WHERE value = ?)`,
    )
    .pluck()
  const unannounced = db.prepare<[], Pick<typeof skills.$inferSelect, 'id' | 'name' | 'altered'>>(
    `SELECT id, name, altered FROM skills WHERE status = 'staged' AND needs_review = 1
       AND NOT EXISTS (SELECT 1 FROM announcements WHERE skill_id = id) ORDER BY name`,
  )
  const change = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM skill_changes').pluck()
  const first = db.prepare<[], number>('SELECT coalesce(min(n), 0) FROM skill_changes').pluck()
  const since = db.prepare<[number], SkillRow>(
    'SELECT * FROM skills WHERE name IN (SELECT skill FROM skill_changes WHERE n > ?) ORDER BY name',
  )
  const namesSince = db.prepare<[number], string>('SELECT DISTINCT skill FROM skill_changes WHERE n > ?').pluck()
  const token = db.prepare<[number], string>('SELECT token FROM skill_changes WHERE n = ?').pluck()
  const unplaced = db.prepare<[], SkillRow>(unplacedOf())
  const unplacedSince = db.prepare<[number], SkillRow>(
    unplacedOf('AND skills.name IN (SELECT skill FROM skill_changes WHERE n > ?)'),
  )
  const look = db.prepare<[string], Omit<typeof looks.$inferSelect, 'root'>>(
    'SELECT stamp, change, rules FROM looks WHERE root = ?',
  )
  const saveLook = db.prepare<[string, string, number, string]>(
    'INSERT OR REPLACE INTO looks (root, stamp, change, rules) VALUES (?,?,?,?)',
  )

  /** Rows from an offset given by the seed, wrapping around at the end. */
  function someOf(seed: number, limit: number): SkillSeen[] {
    const end = last.get()!
    const from = 1 + (seed % Math.max(1, end))
    const found = some.all(from, end, limit)
    const rest = found.length === limit ? [] : some.all(0, from - 1, limit - found.length)
    return [...found, ...rest].map((row) => ({ ...row, ...flagsOf(row) }))
  }

  /** A cache entry is not worth waiting for a lock. */
  function saveNow(root: string, { stamp, change: to, rules }: Look): void {
    unlessBusy(() => waitingAtMost(db, 0, () => saveLook.run(root, stamp, to, rules)))
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
    usedSkills: (): (SkillSeen & Counts)[] => used.all().map((row) => ({ ...row, ...flagsOf(row) })),
    someSkills: someOf,
    statusCounts: (by?: 'altered') =>
      (by === 'altered' ? alteredCounts : statusCounts)
        .all()
        .map((row) => ({ ...row, needsReview: row.needsReview === 1 })),
    newestSkills: newestSkills(db),
    placesOf: evidencePlaces(db),
    skillsElsewhere: (project: string): ReadonlySet<string> => new Set(elsewhere.all(project)),
    ownRequests: ownRequests(db),
    unannounced: () => unannounced.all().map(({ altered, ...skill }) => ({ ...skill, altered: altered === 1 })),
    skillChange: (): number => change.get()!,
    changeToken: token.get,
    skillsSince: (from: number): ChangedSkills | undefined =>
      from + 1 < first.get()! || from > change.get()!
        ? undefined
        : { names: namesSince.all(from), skills: since.all(from).map(toSkill) },
    unplaced: (from?: number): SkillRecord[] =>
      (from === undefined ? unplaced.all() : unplacedSince.all(from)).map(toSkill),
    look: look.get,
    saveLook: saveNow,
  }
}

export const SEEN = 'skills.name, status, needs_review AS needsReview, description, digest, stamp, rules, altered'

export type SeenRow = Pick<
  typeof skills.$inferSelect,
  'name' | 'status' | 'needsReview' | 'description' | 'digest' | 'stamp' | 'rules' | 'altered'
>

export const flagsOf = ({ needsReview, altered }: Pick<SeenRow, 'needsReview' | 'altered'>) => ({
  needsReview: needsReview === 1,
  altered: altered === 1,
})

/** By row, in the order of the table: by name, each of a large library would be read from another place. */
const unplacedOf = (which = '') =>
  `SELECT * FROM skills WHERE rowid IN (SELECT skills.rowid FROM skills
     JOIN skill_versions v ON v.skill_id = skills.id AND v.version = head_version
     WHERE CASE WHEN status IN ('archived', 'revoked') THEN stamp <> '' ELSE skills.digest IS NULL OR skills.digest <> v.digest END
       ${which}) ORDER BY name`

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
            sql: 'instr(lower(name || char(10) || description), lower(?)) > 0',
            values: [text],
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
}
