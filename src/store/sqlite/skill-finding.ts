import type { Database } from 'better-sqlite3'
import type { ShelvedSkill } from '../../domain/bank/library-skill.ts'
import type { SkillText } from '../../domain/retrieval/fields.ts'
import type { Explained } from '../../domain/retrieval/search.ts'
import { isDraft, isReleased, statusesThat } from '../../domain/skill.ts'
import { withTags } from '../../domain/skill-md-format.ts'
import { visibilityOf } from '../../domain/visibility.ts'
import type { Finding } from '../ports/skill-store.ts'
import type { SkillRecord } from '../skill-records.ts'
import { CALLED, textOf as libraryText } from './library-skills.ts'
import type { SearchIndex } from './search-index.ts'
import { SEEN } from './skill-lookups.ts'
import { SKILL, toSkill } from './skill-rows.ts'

/** Skills indexed in one transaction: about 50 ms, for which others wait. */
const PIECE = 50

/** Statuses in which a skill may be offered by some rule. */
const LIVE = statusesThat((skill) => isDraft(skill) || isReleased(skill))

/** Search over the rows of skills that a rule may offer, and over those of libraries. */
export function skillFinding(db: Database, index: SearchIndex) {
  const seen = db.prepare<[string]>(`SELECT ${SEEN} FROM skills WHERE name = ?`)
  const missing = db.prepare<[]>(
    `SELECT ${SKILL} FROM skills WHERE status IN ('${LIVE.join("', '")}')
       AND NOT EXISTS (SELECT 1 FROM indexed_skills WHERE skill = name) LIMIT ${PIECE}`,
  )
  const missingShared = db
    .prepare<[], string>(
      `SELECT skill_json FROM library_skills WHERE standing = 'approved'
         AND NOT EXISTS (SELECT 1 FROM indexed_skills WHERE skill = id) LIMIT ${PIECE}`,
    )
    .pluck()
  const shelved = db
    .prepare<[string, string], string>(
      `SELECT ${CALLED} FROM library_skills l WHERE id = ? AND standing = 'approved'
         AND root IN (SELECT value FROM json_each(?))`,
    )
    .pluck()

  // One transaction: each of its 200 reads would begin one of its own.
  const nearestSkills: (text: string, k: number, finding: Finding) => readonly Explained[] = db.transaction(
    (text: string, k: number, { offer, libraries = [], without }: Finding) => {
      const roots = JSON.stringify(libraries)
      const called = new Map<string, string>()
      const nameOf = (id: string): string | undefined => {
        if (id.includes('/')) return libraries.length === 0 ? undefined : shelved.get(id, roots)
        const row = offer && seen.get(id)
        return row !== undefined && visibilityOf(toSkill(row), offer).offered ? id : undefined
      }
      const isIn = (id: string): boolean => {
        const name = nameOf(id)
        if (name === undefined || without?.has(name) === true) return false
        called.set(id, name)
        return true
      }
      return index.search(text, k, isIn).map((hit) => ({ ...hit, id: called.get(hit.id) ?? hit.id }))
    },
  )

  function indexSome(): number {
    const rows = missing.all().map((row) => textOf(toSkill(row)))
    const shared = missingShared.all().map((json) => libraryText(JSON.parse(json) as ShelvedSkill))
    for (const text of [...rows, ...shared]) index.put(text)
    return rows.length + shared.length
  }

  return {
    /** Indexes a skill as it is now; in the transaction that changes its row. */
    indexSkill(skill: SkillRecord): void {
      if (LIVE.includes(skill.status)) index.put(textOf(skill))
      else index.remove(skill.name)
    },
    /** Leaves nothing of a skill in the index. */
    forgetText(name: string): void {
      if (index.remove(name)) index.scrub()
    },
    nearestSkills,
    indexSkills: (): boolean => index.fill(indexSome),
    fitRanking: index.fitSome,
  }
}

const textOf = ({ name, description, triggers, tags, body }: SkillRecord): SkillText => ({
  id: name,
  name,
  triggers,
  body,
  description: withTags(description, tags),
})
