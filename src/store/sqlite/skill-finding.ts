import type { Database } from 'better-sqlite3'
import type { SkillText } from '../../domain/retrieval/fields.ts'
import type { Explained } from '../../domain/retrieval/search.ts'
import { withTags } from '../../domain/skill-md-format.ts'
import { visibilityOf } from '../../domain/visibility.ts'
import type { Finding } from '../ports/skill-store.ts'
import type { SkillRecord } from '../skill-records.ts'
import { searchIndex } from './search-index.ts'
import { SEEN } from './skill-lookups.ts'
import { SKILL, toSkill } from './skill-rows.ts'

/** Skills indexed in one transaction: about 50 ms, for which others wait. */
const PIECE = 50

/** Statuses in which a skill may be offered by some rule. */
const LIVE: readonly SkillRecord['status'][] = ['staged', 'watching', 'active', 'pinned']

/** Search over the rows of skills that a rule may offer. */
export function skillFinding(db: Database) {
  const index = searchIndex(db)
  const seen = db.prepare<[string]>(`SELECT ${SEEN} FROM skills WHERE name = ?`)
  const missing = db.prepare<[]>(
    `SELECT ${SKILL} FROM skills WHERE status IN ('${LIVE.join("', '")}')
       AND NOT EXISTS (SELECT 1 FROM indexed_skills WHERE skill = name) LIMIT ${PIECE}`,
  )

  // One transaction: each of its 200 reads would begin one of its own.
  const nearestSkills: (text: string, k: number, finding: Finding) => readonly Explained[] = db.transaction(
    (text: string, k: number, { offer, toward = () => 0 }: Finding) =>
      index.search(text, k, (name) => {
        const row = seen.get(name)
        const isOffered = row !== undefined && visibilityOf(toSkill(row), offer).offered
        return isOffered ? toward(name) : Number.NEGATIVE_INFINITY
      }),
  )

  function indexSome(): number {
    const rows = missing.all().map(toSkill)
    for (const skill of rows) index.put(textOf(skill))
    return rows.length
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
