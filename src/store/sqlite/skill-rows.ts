import type { Database } from 'better-sqlite3'
import { getTableColumns } from 'drizzle-orm'
import { isWithdrawn, statusesThat } from '../../domain/skill.ts'
import type { ChangedSkills, Look } from '../ports/skill-store.ts'
import type { SkillRecord } from '../skill-records.ts'
import { notesOf } from './notes.ts'
import { NONE, recordsOf } from './row.ts'
import { skills } from './schema.ts'
import { excluded } from './statements.ts'
import { unlessBusy, waitingAtMost } from './waiting.ts'

const { announcedAt: _, ...COLUMNS } = getTableColumns(skills)
const { columns, record } = recordsOf(skills, COLUMNS)

export const SKILL = columns()

/** What an insert puts in the place of the record that is there. */
export const RECORD = Object.fromEntries(Object.entries(COLUMNS).map(([key, column]) => [key, excluded(column)]))

/** The statuses of withdrawn skills, as a list in SQL. */
export const WITHDRAWN = `('${statusesThat(isWithdrawn).join("', '")}')`

/** The record of a row with all of them, or with some; in place, as `record`. */
export function toSkill(row: unknown): SkillRecord {
  const skill: Record<string, unknown> = record(row)
  skill.altered = skill.altered === 1
  if (skill.look === null) skill.look = undefined
  if (skill.tags === NONE) skill.tags = undefined
  if (skill.projects === NONE) skill.projects = undefined
  return skill as unknown as SkillRecord
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

/** What changed since an earlier look, and the last full look at a folder. */
export function skillChangesTable(db: Database) {
  const change = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM skill_changes').pluck()
  const first = db.prepare<[], number>('SELECT coalesce(min(n), 0) FROM skill_changes').pluck()
  const since = db.prepare<[number]>(
    `SELECT ${SKILL} FROM skills WHERE name IN (SELECT skill FROM skill_changes WHERE n > ?) ORDER BY name`,
  )
  const namesSince = db.prepare<[number], string>('SELECT DISTINCT skill FROM skill_changes WHERE n > ?').pluck()
  const token = db.prepare<[number], string>('SELECT token FROM skill_changes WHERE n = ?').pluck()
  const unplaced = db.prepare<[]>(unplacedOf())
  const unplacedSince = db.prepare<[number]>(
    unplacedOf('AND skills.name IN (SELECT skill FROM skill_changes WHERE n > ?)'),
  )
  const looks = notesOf<Look>(db, 'look')
  return {
    skillChange: (): number => change.get()!,
    changeToken: token.get,
    skillsSince: (from: number): ChangedSkills | undefined =>
      from + 1 < first.get()! || from > change.get()!
        ? undefined
        : { names: namesSince.all(from), skills: since.all(from).map(toSkill) },
    unplaced: (from?: number): SkillRecord[] =>
      (from === undefined ? unplaced.all() : unplacedSince.all(from)).map(toSkill),
    look: looks.get,
    /** A cache entry is not worth waiting for a lock. */
    saveLook(root: string, seen: Look): void {
      unlessBusy(() => waitingAtMost(db, 0, () => looks.put(root, seen)))
    },
  }
}

/** By row, in the order of the table: by name, each of a large library would be read from another place. */
const unplacedOf = (which = '') =>
  `SELECT ${SKILL} FROM skills WHERE rowid IN (SELECT skills.rowid FROM skills
     JOIN skill_versions v ON v.skill_id = skills.id AND v.version = head_version
     WHERE CASE WHEN status IN ${WITHDRAWN} THEN stamp <> '' ELSE skills.digest IS NULL OR skills.digest <> v.digest END
       ${which}) ORDER BY name`
