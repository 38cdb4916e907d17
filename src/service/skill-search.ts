import { SkillIndex } from '../domain/retrieval/skill-index.ts'
import type { SkillRecord } from '../store/skill-records.ts'

/** The index that skills on offer are found by, under their names. */
export function skillSearch(skills: Iterable<SkillRecord>): SkillIndex {
  const index = new SkillIndex()
  for (const { name, description, triggers, body } of skills) index.add({ id: name, name, description, triggers, body })
  return index
}
