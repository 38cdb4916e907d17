import type { Database } from 'better-sqlite3'
import type { Counts } from '../../domain/hydration.ts'
import type { ChangedSkills, Look } from '../ports/skill-changes.ts'
import type { SkillSeen } from '../ports/skill-lookups.ts'
import type { SkillRecord } from '../skill-records.ts'
import { evidencePlaces } from './evidence-places.ts'
import type { looks } from './lookup-schema.ts'
import { newestSkills } from './newest-skills.ts'
import { ownRequests } from './own-requests.ts'
import type { arms } from './routing-schema.ts'
import type { skills } from './schema.ts'
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
    changeToken: (of: number): string | undefined => token.get(of),
    skillsSince: (from: number): ChangedSkills | undefined =>
      from + 1 < first.get()! || from > change.get()!
        ? undefined
        : { names: namesSince.all(from), skills: since.all(from).map(toSkill) },
    unplaced: (from?: number): SkillRecord[] =>
      (from === undefined ? unplaced.all() : unplacedSince.all(from)).map(toSkill),
    look: (root: string): Look | undefined => look.get(root),
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
