import type { Draft } from '../../domain/draft/compose.ts'
import { saidSteps } from '../../domain/draft/said-steps.ts'
import { isWaylandError } from '../../domain/errors.ts'
import type { DraftReceipt } from '../../domain/receipt.ts'
import { isDraft, isDrafted, isWithdrawn } from '../../domain/skill.ts'
import { parseSkillMd } from '../../domain/skill-md-format.ts'
import type { LedgerStore, VersionStore } from '../../store/ports/version-store.ts'
import type { SkillFolder } from '../../store/skill-folder.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { builtOnce } from '../built-once.ts'
import type { Core } from '../core.ts'
import { isUnedited, madeFrom } from './composing.ts'
import type { Twins } from './twins.ts'

/** What becomes of a draft: the head, a proposal, part of another skill's next version, or nothing. */
export type DraftDecision =
  | { readonly as: 'head' | 'proposal'; readonly status: DraftReceipt['status']; readonly reason?: string }
  | { readonly as: 'next version'; readonly of: SkillRecord; readonly reason: string }
  | { readonly as: 'nothing'; readonly status: 'refused' | 'suppressed'; readonly reason: string }

type DrawnDraft = Draft & { readonly turnIds: readonly string[] }

/**
 * Decides by the skill's status and the state of its folder; text that a person wrote or changed is never overwritten.
 */
export async function decideDraft(
  parts: Core<'store' | 'folder'> & { readonly twins: Pick<Twins, 'of'> },
  composed: Pick<Draft, 'name' | 'signature'> & { readonly newcomer: () => Promise<DrawnDraft> },
  now: SkillRecord | undefined,
  versions: readonly VersionRecord[],
): Promise<DraftDecision> {
  const { store, folder } = parts
  const revoked = (await store.revocations()).find(
    (r) => r.skillName === composed.name || r.signature === composed.signature,
  )
  if (revoked !== undefined)
    return { as: 'nothing', status: 'suppressed', reason: `"${revoked.skillName}" was revoked by a person` }
  const there = await look(folder, composed.name)
  if (now === undefined) {
    if (there === undefined && !(await folder.occupied(composed.name)))
      return (await byLikeness(parts, await composed.newcomer())) ?? { as: 'head', status: 'drafted' }
    return {
      as: 'nothing',
      status: 'refused',
      reason: `${folder.root}/${composed.name} is there already and was not written by wayland-core`,
    }
  }
  if (!isDrafted(now.origin))
    return { as: 'nothing', status: 'refused', reason: `a person's skill has the name "${now.name}"` }
  if (now.status === 'archived')
    return (await wasArchivedByPerson(store, now.name))
      ? { as: 'nothing', status: 'suppressed', reason: `"${now.name}" was archived` }
      : { as: 'head', status: 'drafted' }
  if (now.digest === null) return { as: 'head', status: 'drafted' }
  if (there === undefined)
    return { as: 'nothing', status: 'suppressed', reason: `the folder of "${now.name}" was removed by a person` }
  const head = versions.find((v) => v.version === now.headVersion)
  // A merged version holds text that a person wrote.
  const untouched =
    head !== undefined && isUnedited(head) && (there.digest === now.digest || there.digest === head.digest)
  if (isDraft(now) && untouched) return { as: 'head', status: 'updated' }
  const why = isDraft(now) ? 'was edited by a person' : `is ${now.status}`
  return { as: 'proposal', status: 'proposed', reason: `"${now.name}" ${why}; the new version waits beside it` }
}
/** A folder that cannot be read as a skill is still occupied, and not by this program. */
async function look(folder: SkillFolder, name: string): Promise<{ readonly digest: string } | undefined> {
  try {
    return await folder.read(name)
  } catch (error) {
    if (isWaylandError(error) && error.code === 'bad_file') return { digest: '' }
    throw error
  }
}

/** Decides for a draft whose task another skill already covers; a person's skill is preferred to a drafted one. */
async function byLikeness(
  { store, twins }: Core<'store'> & { readonly twins: Pick<Twins, 'of'> },
  composed: DrawnDraft,
): Promise<DraftDecision | undefined> {
  // Loaded when there is a draft: it needs the analysis of requests.
  const { haveEqualSteps, isCovered, sameCapability } = await likeness()
  const skills = await store.skills()
  const theirs = skills.find((skill) => !isDrafted(skill.origin) && isInUse(skill) && isCovered(composed, skill))
  if (theirs !== undefined)
    return { as: 'nothing', status: 'suppressed', reason: `a person's skill, "${theirs.name}", already covers it` }
  const made = await madeFrom(store, composed.turnIds)
  const isAlike = (skill: SkillRecord) =>
    sameCapability(composed, skill) || (skill.name === made && haveEqualSteps(composed, skill))
  const alike = skills.filter((skill) => isDrafted(skill.origin) && isAlike(skill))
  const same = alike.find((skill) => isInUse(skill) && skill.signature !== null)
  if (same !== undefined) return nextVersionOf(same)
  for (const { name, status } of alike) {
    if (status !== 'revoked' && !(status === 'archived' && (await wasArchivedByPerson(store, name)))) continue
    const reason = `"${name}", which is for the same, was ${status} by a person`
    return { as: 'nothing', status: 'suppressed', reason }
  }
  const inUse = skills.filter((skill) => isInUse(skill) && skill.signature !== null)
  const twin = await twins.of(composed, inUse)
  return twin === undefined ? undefined : nextVersionOf(twin.skill, `: ${twin.reason}`)
}

const nextVersionOf = (of: SkillRecord, because = ''): DraftDecision => ({
  as: 'next version',
  of,
  reason: `"${of.name}" is for the same${because}; the new version, from the turns of both, waits beside it`,
})

/** The drafter archives drafts whose evidence was withdrawn; that is no decision of a person. */
const wasArchivedByPerson = async (store: LedgerStore, name: string): Promise<boolean> =>
  (await store.ledger(name)).findLast(({ toStatus }) => toStatus === 'archived')?.move !== 'withdraw'

const isInUse = (skill: SkillRecord): boolean => !isWithdrawn(skill)

const likeness = builtOnce(async () => await import('../../domain/draft/likeness.ts'))

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

/** Why a draft is not written, where the skill's head is a draft that says more; undefined if it is. */
export async function saysLess(
  store: Pick<VersionStore, 'files'>,
  draft: Draft,
  now: SkillRecord,
  versions: readonly VersionRecord[],
): Promise<string | undefined> {
  const head = versions.find(({ version }) => version === now.headVersion)
  const text = head === undefined ? undefined : (await store.files(head.id)).get('SKILL.md')
  if (text === undefined) return undefined
  const { metadata, body } = parseSkillMd(Buffer.from(text).toString('utf8'))
  if (draft.watching && now.status !== 'watching' && metadata.weak !== 'true') return NOTHING_SHARED
  const [before, after] = [saidSteps(body), saidSteps(draft.body)]
  return after >= before
    ? undefined
    : `these runs and those before share ${after} of the ${before} steps that the draft has; it stays as it is`
}

const NOTHING_SHARED = 'these runs and those before share no step, or too little; the draft stays as it is'
