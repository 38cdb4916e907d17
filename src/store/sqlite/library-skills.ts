import type { Database } from 'better-sqlite3'
import type { CalledSkill, ShelvedSkill } from '../../domain/bank/library-skill.ts'
import type { Counts } from '../../domain/hydration.ts'
import type { SkillText } from '../../domain/retrieval/fields.ts'
import { isSkillName } from '../../domain/skill.ts'
import { withTags } from '../../domain/skill-md-format.ts'
import type { ShelfAsked } from '../ports/skill-store.ts'
import type { SearchIndex } from './search-index.ts'

type Asked = Record<'roots' | 'standing' | 'names', string | null>

/** See `CalledSkill`. */
export const CALLED = `CASE WHEN l.folder IS NOT NULL AND NOT EXISTS (SELECT 1 FROM skills WHERE skills.name = l.folder)
   AND NOT EXISTS (SELECT 1 FROM library_skills o WHERE o.folder = l.folder AND o.id <> l.id AND o.standing = 'approved')
   THEN l.folder ELSE l.id END`

/** Skills of shared libraries; those that are approved are in the index that all skills are found by. */
export function libraryTable(db: Database, index: Pick<SearchIndex, 'put' | 'remove'>) {
  const read = (which: string) =>
    db
      .prepare<Asked, string>(
        `SELECT json_set(skill_json, '$.called', ${CALLED}) FROM library_skills l WHERE ${which}
           AND root IN (SELECT value FROM json_each(:roots)) AND (:standing IS NULL OR standing = :standing) ORDER BY id`,
      )
      .pluck()
  const some = read(':names IS NULL')
  const is = (column: string) => `${column} IN (SELECT value FROM json_each(:names))`
  const named = read(`(${is('id')} OR ${is('name')} OR ${is('folder')})`)
  const count = db
    .prepare<[string], number>(
      "SELECT count(*) FROM library_skills WHERE root IN (SELECT value FROM json_each(?)) AND standing = 'approved'",
    )
    .pluck()
  const used = db.prepare<[string], Counts>(
    `SELECT successes, failures FROM library_skills l JOIN arms ON arms.name = ${CALLED}
     WHERE root IN (SELECT value FROM json_each(?)) AND standing = 'approved' AND offered > 0`,
  )
  const save = db.prepare<unknown[]>(
    'INSERT OR REPLACE INTO library_skills (id, root, name, folder, standing, skill_json) VALUES (?,?,?,?,?,?)',
  )
  const drop = db.prepare<[string]>('DELETE FROM library_skills WHERE id = ?')

  const keep: (skills: readonly ShelvedSkill[], gone: readonly string[]) => void = db.transaction(
    (skills: readonly ShelvedSkill[], gone: readonly string[]) => {
      for (const id of gone) {
        drop.run(id)
        index.remove(id)
      }
      for (const skill of skills) {
        const isApproved = skill.standing === 'approved'
        const kept = isApproved ? skill : { ...skill, body: '', examples: [] }
        const folder = skill.id.slice(skill.id.lastIndexOf('/') + 1)
        const { id, root, name, standing } = skill
        save.run(id, root, name, isSkillName(folder) ? folder : null, standing, JSON.stringify(kept))
        if (isApproved) index.put(textOf(skill))
        else index.remove(skill.id)
      }
    },
  )

  return {
    librarySkills(roots: readonly string[], { standing, names }: ShelfAsked = {}): CalledSkill[] {
      const asked = {
        roots: JSON.stringify(roots),
        standing: standing ?? null,
        names: names === undefined ? null : JSON.stringify(names),
      }
      return (names === undefined ? some : named).all(asked).map((row) => JSON.parse(row) as CalledSkill)
    },
    approvedCount: (roots: readonly string[]): number => count.get(JSON.stringify(roots))!,
    usedLibrarySkills: (roots: readonly string[]): Counts[] => used.all(JSON.stringify(roots)),
    keepLibrarySkills: keep,
  }
}

export const textOf = ({ id, name, description, triggers, examples, tags, body }: ShelvedSkill): SkillText => ({
  ...{ id, name, triggers, examples, body },
  description: withTags(description, tags),
})
