import type { Draft } from '../domain/draft/compose.ts'
import { parseSkillMd } from '../domain/skill-md-format.ts'
import type { VersionStore } from '../store/ports/version-store.ts'
import type { SkillRecord, VersionRecord } from '../store/skill-records.ts'

/** The status of a skill whose head is this draft, and the reason for the ledger line. */
export interface DraftStatus {
  readonly status: 'staged' | 'watching' | 'quarantined'
  readonly reason: string
}

/** `now` is the existing skill, if there is one. */
export function draftStatus(
  { watching, weak }: Draft,
  quarantine: string | undefined,
  turns: number,
  now: SkillRecord | undefined,
  /** No person has decided yet whether it is to be a skill (the second half of a split). */
  undecided = false,
): DraftStatus {
  const drafted = `drafted from ${turns} successful turns`
  if (quarantine !== undefined) return { status: 'quarantined', reason: drafted }
  if (watching) {
    const little = weak ? 'share no step yet' : 'share too little yet to be of use'
    return { status: 'watching', reason: `${drafted}, which ${little}: it waits for more` }
  }
  if (undecided) return { status: 'watching', reason: `${drafted}; it waits for a person to promote or archive it` }
  const waited = now?.status === 'watching' ? ', which share steps now: it waits no longer' : ''
  return { status: 'staged', reason: `${drafted}${waited}` }
}

/** Whether the skill's head is a draft that shows examples only, according to its own text. */
export async function isHeadWeak(
  store: Pick<VersionStore, 'files'>,
  now: SkillRecord | undefined,
  versions: readonly VersionRecord[],
): Promise<boolean> {
  const head = versions.find(({ version }) => version === now?.headVersion)
  const text = head === undefined ? undefined : (await store.files(head.id)).get('SKILL.md')
  return text !== undefined && parseSkillMd(Buffer.from(text).toString('utf8')).metadata.weak === 'true'
}
