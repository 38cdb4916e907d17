import type { Draft } from '../../domain/draft/compose.ts'
import { saidSteps } from '../../domain/draft/said-steps.ts'
import { parseSkillMd } from '../../domain/skill-md-format.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'

/** The status of a skill whose head is this draft, and the reason for the ledger line. */
export interface DraftStatus {
  readonly status: 'staged' | 'watching' | 'quarantined'
  readonly reason: string
}

/** `now` is the existing skill, if there is one. */
export function draftStatus(
  { watching, weak, made }: Draft,
  quarantine: string | undefined,
  turns: number,
  now: SkillRecord | undefined,
  /** No person has decided yet whether it is to be a skill (the second half of a split). */
  undecided = false,
): DraftStatus {
  const drafted = `drafted from ${turns} successful turns`
  if (quarantine !== undefined) return { status: 'quarantined', reason: drafted }
  if (made.length > 0)
    return { status: 'watching', reason: `${drafted}, which wrote ${made.join(', ')} themselves: it waits for a look` }
  if (watching) {
    const little = weak ? 'share no step yet' : 'share too little yet to be of use'
    return { status: 'watching', reason: `${drafted}, which ${little}: it waits for more` }
  }
  if (undecided) return { status: 'watching', reason: `${drafted}; it waits for a person to promote or archive it` }
  const waited = now?.status === 'watching' ? ', which share steps now: it waits no longer' : ''
  return { status: 'staged', reason: `${drafted}${waited}` }
}

/** Why a draft does not take the place of the skill's head, which is a draft that says more; undefined if it may. */
export async function saysLess(
  store: Pick<VersionStore, 'files'>,
  draft: Draft,
  now: SkillRecord | undefined,
  versions: readonly VersionRecord[],
): Promise<string | undefined> {
  const head = versions.find(({ version }) => version === now?.headVersion)
  const text = head === undefined ? undefined : (await store.files(head.id)).get('SKILL.md')
  if (text === undefined) return undefined
  const { metadata, body } = parseSkillMd(Buffer.from(text).toString('utf8'))
  if (draft.watching && now?.status !== 'watching' && metadata.weak !== 'true') return NOTHING_SHARED
  const [before, after] = [saidSteps(body), saidSteps(draft.body)]
  return after >= before
    ? undefined
    : `these runs and those before share ${after} of the ${before} steps that the draft has; it stays as it is`
}

const NOTHING_SHARED = 'these runs and those before share no step, or too little; the draft stays as it is'
