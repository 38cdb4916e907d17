import type { Draft } from '../domain/draft/compose.ts'
import { parseSkillMd } from '../domain/skill-md.ts'
import type { SkillFiles } from '../store/skill-folder.ts'
import type { SkillRecord } from '../store/skill-records.ts'

/** The status that a draft has as the head of its skill, and what its ledger line says of it. */
export interface DraftStanding {
  readonly status: 'staged' | 'watching' | 'quarantined'
  readonly reason: string
}

/** `now` is the skill as it is, if there is one. */
export function standingOf(
  { watching }: Draft,
  quarantine: string | undefined,
  turns: number,
  now: SkillRecord | undefined,
): DraftStanding {
  const drafted = `drafted from ${turns} successful turns`
  if (quarantine !== undefined) return { status: 'quarantined', reason: drafted }
  if (watching) return { status: 'watching', reason: `${drafted}, which share no step yet: it waits for more` }
  const waited = now?.status === 'watching' ? ', which share steps now: it waits no longer' : ''
  return { status: 'staged', reason: `${drafted}${waited}` }
}

/** Whether the text of a SKILL.md holds examples only, by its own word. */
export function isWeak(files: SkillFiles): boolean {
  const text = files.get('SKILL.md')
  return text !== undefined && parseSkillMd(Buffer.from(text).toString('utf8')).metadata.weak === 'true'
}
