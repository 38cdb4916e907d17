import type { Draft } from '../domain/draft/compose.ts'
import { asWaylandError } from '../domain/errors.ts'
import type { DraftReceipt } from '../domain/receipt.ts'
import type { SecretScanner } from '../domain/redact.ts'
import { skillName } from '../domain/skill-name.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { SkillRecord, VersionRecord } from '../store/skill-records.ts'
import type { PendingTrigger, Store } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clearance } from './clearance.ts'
import type { Clock } from './clock.ts'
import { type DraftRows, drafterLine, draftRows } from './draft-rows.ts'
import { type DraftStanding, isWeak, standingOf } from './draft-standing.ts'
import type { EvidenceVerdict, evidenceCheck } from './evidence-check.ts'
import { inspect } from './inspection.ts'
import type { naming } from './naming.ts'
import type { Placement } from './placement.ts'
import { createProposals, supersede } from './proposals.ts'
import type { SecondCopies } from './second-copies.ts'
import type { seeding } from './seeding.ts'
import type { Twins } from './twins.ts'
import { judgeDraft } from './verdict.ts'

export interface Drafter {
  /** Makes the draft of a completed streak; a fault is a receipt with status `failed`, and the streak is kept for later. */
  draft(trigger: PendingTrigger): Promise<DraftReceipt>
}

export interface DrafterParts {
  readonly store: Store
  readonly folder: SkillFolder
  readonly placement: Placement
  readonly catalogue: Catalogue
  readonly clock: Clock
  /** Score that a draft begins with; never measured. */
  readonly prior: number
  /** Why the streak makes no draft, if it makes none. */
  readonly check: ReturnType<typeof evidenceCheck>
  /** The signature that the streak is drafted under. */
  readonly nameOf: ReturnType<typeof naming>
  /** Writes the row that the router hydrates from; false when it could not. */
  readonly seed: ReturnType<typeof seeding>
  readonly copies: SecondCopies
  readonly clearance: Clearance
  /** Finds the skill that does the same already. */
  readonly twins: Pick<Twins, 'of'>
  /** The maintained rule set for secrets. */
  readonly secrets: SecretScanner
}

const TAKEN = 'its requests do not resemble those of the skills that have the names it could have'
const NOTHING_SHARED = 'these runs and those before share no step; the draft stays as it is'
/** Looks at a skill that a person keeps changing. */
const MAX_ATTEMPTS = 5
/** Turns that a version is drawn from, the latest: after three streaks of a changed way of working that is most of them. */
const MAX_EVIDENCE = 12

export function createDrafter(parts: DrafterParts): Drafter {
  const { store, folder, placement, catalogue, clock, prior, check, nameOf, seed } = parts
  const proposals = createProposals({ store, clock })

  async function draft(trigger: PendingTrigger): Promise<DraftReceipt> {
    const name = skillName(trigger.signature)
    try {
      const trajectories = await store.turns(trigger.turnIds)
      const refusal = await check(trigger, trajectories)
      if (refusal !== undefined) return await turnDown(trigger, name, 'refused', refusal)
      const signature = await nameOf(trigger, trajectories)
      if (signature === undefined) return await turnDown(trigger, name, 'refused', { reason: TAKEN })
      const { draft, quarantine, refusal: unsafe } = await compose(signature, trajectories)
      if (unsafe !== undefined) return await turnDown(trigger, draft.name, 'refused', { reason: unsafe })
      return await store.folderLock(async () => {
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const receipt = await tryDraft(trigger, draft, quarantine)
          if (receipt !== undefined) return receipt
        }
        return { status: 'failed', skill: name, reason: 'the skill kept changing while it was drafted' }
      })
    } catch (error) {
      return { status: 'failed', skill: name, path: `${folder.root}/${name}`, reason: asWaylandError(error).message }
    }
  }

  async function compose(signature: string, trajectories: readonly TurnTrajectory[]) {
    // Loaded when there is something to draft: the shell parser is most of a bare start.
    const { composeDraft } = await import('../domain/draft/compose.ts')
    return await inspect(composeDraft({ signature, trajectories }), trajectories, parts)
  }

  /** Undefined when another process changed the skill between the look and the write: then all is looked at again. */
  async function tryDraft(
    trigger: PendingTrigger,
    composed: Draft,
    quarantine: string | undefined,
  ): Promise<DraftReceipt | undefined> {
    // A person's edit is taken in before anything is decided about their skill.
    await catalogue.syncHeld()
    const now = await store.skill(composed.name)
    const versions = now === undefined ? [] : await store.versions(now.id)
    const verdict = await judgeDraft({ store, folder, twins: parts.twins }, composed, trigger.turnIds, now, versions)
    if (verdict.as === 'nothing') return await turnDown(trigger, composed.name, verdict.status, verdict, now)
    if (verdict.as === 'next version') return await merge(trigger, verdict.of, verdict.reason)
    const fresh = { draft: composed, quarantine, refusal: undefined, evidence: trigger.turnIds }
    const made = verdict.status === 'drafted' ? fresh : await composeWith(trigger, composed.signature, versions)
    const { draft, evidence } = made
    if (made.refusal !== undefined) return await turnDown(trigger, draft.name, 'refused', { reason: made.refusal }, now)
    const standing = standingOf(draft, made.quarantine, evidence.length, now)
    const worse = verdict.status === 'updated' && draft.watching && !(await isHeadWeak(now, versions))
    const as = worse ? 'proposal' : verdict.as
    const rows = await record(trigger, evidence, draft, now, versions, as, standing)
    if (rows === undefined) return undefined
    if (as === 'proposal') return await propose(trigger, draft, rows, worse ? NOTHING_SHARED : (verdict.reason ?? ''))
    const receipt = await publish(trigger, draft, rows, versions, verdict.status)
    return made.quarantine === undefined || receipt?.path === undefined || receipt.status === 'proposed'
      ? receipt
      : { ...receipt, status: 'quarantined', reason: made.quarantine }
  }

  /** Proposes what the turns of both have in common as the next version of a skill for the same. */
  async function merge(trigger: PendingTrigger, same: SkillRecord, reason: string): Promise<DraftReceipt | undefined> {
    const versions = await store.versions(same.id)
    const made = await composeWith(trigger, same.signature ?? trigger.signature, versions)
    const unsafe = made.refusal ?? made.quarantine
    if (unsafe !== undefined) return await turnDown(trigger, same.name, 'refused', { reason: unsafe }, same)
    const standing = standingOf(made.draft, undefined, made.evidence.length, same)
    // Nobody relies on a draft that waits for evidence: what brings it is its text.
    const comes = same.status === 'watching' && standing.status === 'staged'
    const rows = await record(trigger, made.evidence, made.draft, same, versions, comes ? 'head' : 'proposal', standing)
    if (rows === undefined) return undefined
    return comes
      ? await publish(trigger, made.draft, rows, versions, 'updated')
      : await propose(trigger, made.draft, rows, reason)
  }

  /** Whether the draft that the skill holds shows no step either. */
  async function isHeadWeak(now: SkillRecord | undefined, versions: readonly VersionRecord[]): Promise<boolean> {
    const head = versions.find(({ version }) => version === now?.headVersion)
    return head !== undefined && isWeak(await store.files(head.id))
  }

  /** From the turns of the trigger and those that the skill was drafted from so far, the latest of them. */
  async function composeWith(trigger: PendingTrigger, signature: string, versions: readonly VersionRecord[]) {
    const before = versions.findLast(({ state, evidence }) => state !== 'rejected' && evidence.length > 0)
    const earlier = (before?.evidence ?? []).filter((id) => !trigger.turnIds.includes(id))
    const known = await Promise.all(earlier.map((id) => store.explainTurn(id)))
    // What was taken back meanwhile is no evidence any more.
    const standing = known.flatMap((turn) => (turn?.trajectory.outcome === 'success' ? [turn.id] : []))
    const evidence = [...standing, ...trigger.turnIds].slice(-MAX_EVIDENCE)
    return { evidence, ...(await compose(signature, await store.turns(evidence))) }
  }

  /** A resumed trigger finds the version that it made before, or the later draft that took its place. */
  async function record(
    trigger: PendingTrigger,
    evidence: readonly string[],
    composed: Draft,
    now: SkillRecord | undefined,
    versions: readonly VersionRecord[],
    as: 'head' | 'proposal',
    { status, reason }: DraftStanding,
  ): Promise<DraftRows | undefined> {
    const before = versions.find((v) => v.triggerId === trigger.id)
    if (now !== undefined && before !== undefined) {
      const version = as === 'head' ? (versions.find((v) => v.version === now.headVersion) ?? before) : before
      return { skill: now, version, files: await store.files(version.id) }
    }
    const rows = draftRows({
      trigger,
      evidence,
      draft: composed,
      now,
      versions,
      as,
      status,
      reason,
      prior,
      root: folder.root,
      clock,
    })
    const { skill } = rows
    const drafted = { ...rows.version, files: rows.files }
    // To accept what waits beside a skill keeps what a person made of it.
    const version = as === 'head' || now === undefined ? drafted : await proposals.merged(now, versions, drafted)
    const move = as === 'head' ? 'draft' : 'propose'
    const ledger = drafterLine({
      at: clock.now(),
      move,
      name: skill.name,
      before: now,
      after: skill,
      versionId: version.id,
      reason: version.reason,
    })
    const decides = supersede(versions)
    return (await store.apply({ skill, expect: now ?? 'absent', version, decides, ledger }))
      ? { skill, version, files: version.files }
      : undefined
  }

  async function publish(
    trigger: PendingTrigger,
    composed: Draft,
    rows: DraftRows,
    earlier: readonly VersionRecord[],
    status: DraftReceipt['status'],
  ): Promise<DraftReceipt | undefined> {
    const { skill, version, files } = rows
    const placed = await placement.publish(skill, version, files)
    if (placed === 'foreign') return await yieldToPerson(trigger, composed, rows)
    // A later draft by another process is the head now, and its bytes must be what stays.
    if ((await store.skill(skill.name))?.headVersion !== version.version) return undefined
    catalogue.register({ ...skill, ...placed })
    if (skill.status === 'staged') await parts.copies.write(skill.name, composed.skillMd, earlier)
    else await parts.copies.withdraw(skill)
    // Without its row the streak is kept: the next start writes the row.
    if (await seed(trigger, composed, version)) await store.placed(skill.id, placed, trigger.id)
    return { status, skill: skill.name, path: placed.path }
  }

  /** A person changed the folder after the look: their bytes become the head, the draft a proposal. */
  async function yieldToPerson(
    trigger: PendingTrigger,
    composed: Draft,
    { version }: DraftRows,
  ): Promise<DraftReceipt | undefined> {
    await catalogue.syncHeld()
    const now = await store.skill(composed.name)
    if (now === undefined) return undefined
    const reason = 'the folder was changed by a person meanwhile; the new version waits beside it'
    const ledger = drafterLine({
      at: clock.now(),
      move: 'propose',
      name: now.name,
      before: now,
      after: now,
      versionId: version.id,
      reason,
    })
    const decides = [{ versionId: version.id, state: 'proposed' as const }]
    if (!(await store.apply({ skill: now, expect: now, decides, ledger }))) return undefined
    return await propose(trigger, composed, { skill: now, version, files: new Map() }, reason)
  }

  async function propose(
    trigger: PendingTrigger,
    composed: Draft,
    { skill, version }: DraftRows,
    reason: string,
  ): Promise<DraftReceipt> {
    if (await seed(trigger, composed, version)) await giveUp(trigger, composed.name, skill, 'evidence', { reason })
    return { status: 'proposed', skill: skill.name, path: skill.path, reason }
  }

  async function turnDown(
    trigger: PendingTrigger,
    name: string,
    status: 'refused' | 'suppressed',
    why: EvidenceVerdict,
    now?: SkillRecord,
  ): Promise<DraftReceipt> {
    await giveUp(trigger, name, now, status, why)
    return { status, skill: name, reason: why.reason }
  }

  async function giveUp(
    trigger: PendingTrigger,
    name: string,
    now: SkillRecord | undefined,
    move: string,
    { reason, standing }: EvidenceVerdict,
  ): Promise<void> {
    const line = drafterLine({ at: clock.now(), move, name, before: now, after: now, reason })
    await store.dropTrigger(trigger.id, line, standing)
  }

  return { draft }
}
