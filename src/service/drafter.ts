import type { Draft } from '../domain/draft/compose.ts'
import { asWaylandError } from '../domain/errors.ts'
import { isSplitOff } from '../domain/lifecycle.ts'
import type { DraftReceipt } from '../domain/receipt.ts'
import type { SecretScanner } from '../domain/redact.ts'
import { skillName } from '../domain/skill-name.ts'
import type { HasFolderLock } from '../store/folder-lock.ts'
import type { LedgerStore } from '../store/ports/ledger-store.ts'
import type { SkillLookups } from '../store/ports/skill-lookups.ts'
import type { SkillStore } from '../store/ports/skill-store.ts'
import type { PendingTrigger, TriggerStore } from '../store/ports/trigger-store.ts'
import type { TurnLookups } from '../store/ports/turn-lookups.ts'
import type { VersionStore } from '../store/ports/version-store.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { SkillRecord, VersionRecord } from '../store/skill-records.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clearance } from './clearance.ts'
import type { Clock } from './clock.ts'
import { type Composed, createComposing } from './composing.ts'
import { type DraftDecision, decideDraft } from './draft-decision.ts'
import { type DraftRows, drafterLine, draftRows } from './draft-rows.ts'
import { type DraftStatus, draftStatus, isHeadWeak } from './draft-status.ts'
import type { DraftWriter } from './draft-writer.ts'
import type { EvidenceRefusal, evidenceCheck } from './evidence-check.ts'
import type { naming } from './naming.ts'
import { createProposals, supersede } from './proposals.ts'
import type { seeding } from './seeding.ts'
import type { SkillPublisher } from './skill-publisher.ts'
import { createSplitter, type SplitOff } from './splitter.ts'
import type { Twins } from './twins.ts'
import type { VettedDraft } from './vet-draft.ts'

export interface Drafter {
  /** Makes the draft of a completed streak; a fault gives a receipt with status `failed`, and the streak is retried. */
  draft(trigger: PendingTrigger): Promise<DraftReceipt>
}

export interface DrafterParts {
  readonly store: LedgerStore & SkillLookups & SkillStore & TriggerStore & TurnLookups & VersionStore & HasFolderLock
  readonly folder: SkillFolder
  readonly publisher: SkillPublisher
  readonly catalogue: Catalogue
  readonly clock: Clock
  /** Prior score of a draft (0 to 1), marked as not measured. */
  readonly prior: number
  /** Why the streak makes no draft, if so. */
  readonly check: ReturnType<typeof evidenceCheck>
  readonly nameOf: ReturnType<typeof naming>
  /** Writes the row that the router reads the prior from; false when it could not. */
  readonly seed: ReturnType<typeof seeding>
  readonly clearance: Clearance
  /** Finds an existing skill with the same steps. */
  readonly twins: Pick<Twins, 'of'>
  readonly writer: DraftWriter
  /** The rule set for secrets (secretlint). */
  readonly secrets: SecretScanner
}

const TAKEN = 'its requests do not resemble those of the skills that have the names it could have'
const NOTHING_SHARED = 'these runs and those before share no step, or too little; the draft stays as it is'
const UNSEEDED = 'its row in the prompt store could not be written'
/** Attempts on a skill that keeps changing during the write. */
const MAX_ATTEMPTS = 5

export function createDrafter(parts: DrafterParts): Drafter {
  const { store, folder, publisher, catalogue, clock, prior, check, nameOf, seed } = parts
  const proposals = createProposals({ store, clock })
  const { compose, composeOf, composeWith } = createComposing(parts)
  const splitter = createSplitter({ ...parts, root: folder.root, compose })

  async function draft(trigger: PendingTrigger): Promise<DraftReceipt> {
    const name = skillName(trigger.signature)
    try {
      const trajectories = await store.turns(trigger.turnIds)
      const refusal = await check(trigger, trajectories)
      if (refusal !== undefined) return await turnDown(trigger, name, 'refused', refusal)
      const signature = await nameOf(trigger, trajectories)
      if (signature === undefined) return await turnDown(trigger, name, 'refused', { reason: TAKEN })
      const named = skillName(signature)
      let made: Promise<VettedDraft> | undefined
      const alone = async (): Promise<Composed> => {
        made ??= compose(signature, trajectories)
        return { evidence: trigger.turnIds, ...(await made) }
      }
      // The next version is made from the turns of both skills. The expensive part runs before the lock is taken.
      const unsafe = (await store.skill(named)) === undefined ? (await alone()).refusal : undefined
      if (unsafe !== undefined) return await turnDown(trigger, named, 'refused', { reason: unsafe })
      return await store.folderLock(async () => {
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const receipt = await tryDraft(trigger, { name: named, signature }, alone)
          if (receipt !== undefined) return receipt
        }
        return { status: 'failed', skill: name, reason: 'the skill kept changing while it was drafted' }
      })
    } catch (error) {
      const { message: reason, kind } = asWaylandError(error)
      // A full disk or a locked database is no fault of the draft. If not even this can be stored, the attempt counts.
      await store.triggerFailed(trigger.id, reason, kind !== 'unavailable').catch(() => {})
      return { status: 'failed', skill: name, path: `${folder.root}/${name}`, reason }
    }
  }

  /** Undefined if another process changed the skill between reading and writing; the caller then starts again. */
  async function tryDraft(
    trigger: PendingTrigger,
    named: Pick<Draft, 'name' | 'signature'>,
    alone: () => Promise<Composed>,
  ): Promise<DraftReceipt | undefined> {
    // A person's edit is taken in before anything is decided about the skill.
    await catalogue.syncHeld(named.name)
    const now = await store.skill(named.name)
    const versions = now === undefined ? [] : await store.versions(now.id)
    const newcomer = async () => ({ ...(await alone()).draft, turnIds: trigger.turnIds })
    const verdict = await decideDraft({ store, folder, twins: parts.twins }, { ...named, newcomer }, now, versions)
    if (verdict.as === 'nothing') return await turnDown(trigger, named.name, verdict.status, verdict, now)
    if (verdict.as === 'next version') return await merge(trigger, verdict.of, verdict.reason)
    if (verdict.status === 'drafted') return await write(trigger, verdict, await alone(), now, versions)
    const whole = await composeWith(trigger, named.signature, versions)
    const apart = now === undefined ? undefined : await splitter.split(trigger, now, versions, whole.evidence)
    if (now === undefined || apart === undefined) return await write(trigger, verdict, whole, now, versions)
    if (!trigger.turnIds.some((id) => apart.stays.includes(id))) return await leave(trigger, now, apart)
    return await write(trigger, verdict, await composeOf(named.signature, apart.stays), now, versions)
  }

  /** Writes a draft as the head of its skill or as a proposal. */
  async function write(
    trigger: PendingTrigger,
    verdict: Extract<DraftDecision, { as: 'head' | 'proposal' }>,
    made: Composed,
    now: SkillRecord | undefined,
    versions: readonly VersionRecord[],
  ): Promise<DraftReceipt | undefined> {
    const { draft, evidence } = made
    if (made.refusal !== undefined) return await turnDown(trigger, draft.name, 'refused', { reason: made.refusal }, now)
    const standing = draftStatus(draft, made.quarantine, evidence.length, now, await awaitsDecision(now))
    const waits = draft.watching && now?.status !== 'watching' && !(await isHeadWeak(store, now, versions))
    const worse = verdict.status === 'updated' && waits
    const as = worse ? 'proposal' : verdict.as
    const rows = await record(trigger, evidence, draft, now, versions, as, standing)
    if (rows === undefined) return undefined
    if (as === 'proposal') return await propose(trigger, draft, rows, worse ? NOTHING_SHARED : (verdict.reason ?? ''))
    const receipt = await publish(trigger, draft, rows, verdict.status)
    return made.quarantine === undefined || receipt?.path === undefined || receipt.status === 'proposed'
      ? receipt
      : { ...receipt, status: 'quarantined', reason: made.quarantine }
  }

  /** Proposes the steps common to the turns of both skills as the next version of the existing one. */
  async function merge(trigger: PendingTrigger, same: SkillRecord, reason: string): Promise<DraftReceipt | undefined> {
    const versions = await store.versions(same.id)
    const made = await composeWith(trigger, same.signature ?? trigger.signature, versions)
    const unsafe = made.refusal ?? made.quarantine
    if (unsafe !== undefined) return await turnDown(trigger, same.name, 'refused', { reason: unsafe }, same)
    const undecided = await awaitsDecision(same)
    const standing = draftStatus(made.draft, undefined, made.evidence.length, same, undecided)
    // A draft that is not offered yet has no users: further runs may replace its text.
    const comes = undecided || (same.status === 'watching' && standing.status === 'staged')
    const rows = await record(trigger, made.evidence, made.draft, same, versions, comes ? 'head' : 'proposal', standing)
    if (rows === undefined) return undefined
    return comes
      ? await publish(trigger, made.draft, rows, 'updated')
      : await propose(trigger, made.draft, rows, reason)
  }

  /** Handles a streak whose turns all belong to the split-off skill: they become its evidence. */
  async function leave(trigger: PendingTrigger, now: SkillRecord, { leaves, other, isNew }: SplitOff) {
    const reason = `${leaves.length} of its turns do another task; "${other.name}" is for that, and waits for you`
    if (!isNew) return await merge(trigger, other, `"${other.name}" is for what these turns do`)
    await giveUp(trigger, now.name, now, 'evidence', { reason })
    return { status: 'proposed' as const, skill: now.name, path: now.path, reason }
  }

  /** Whether the skill was split off and no person has decided on it yet. */
  const awaitsDecision = async (skill: SkillRecord | undefined): Promise<boolean> =>
    skill?.status === 'watching' && isSplitOff(await store.ledger(skill.name))

  /** A resumed trigger finds the version that it stored before the interruption, or a later one that replaced it. */
  async function record(
    trigger: PendingTrigger,
    evidence: readonly string[],
    composed: Draft,
    now: SkillRecord | undefined,
    versions: readonly VersionRecord[],
    as: 'head' | 'proposal',
    { status, reason }: DraftStatus,
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
    // Merged, so that accepting the proposal keeps a person's changes.
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
    status: DraftReceipt['status'],
  ): Promise<DraftReceipt | undefined> {
    const { skill, version, files } = rows
    const placed = await publisher.publish(skill, version, files)
    if (placed === 'foreign') return await yieldToPerson(trigger, composed, rows)
    // Another process made a later draft the head: its bytes must stay.
    if ((await store.skill(skill.name))?.headVersion !== version.version) return undefined
    // Without the row the streak is kept, and the next start writes it.
    if (await seed(trigger, composed, version)) await store.placed(skill.id, placed, trigger.id)
    else await store.triggerFailed(trigger.id, UNSEEDED, false)
    await catalogue.register({ ...skill, ...placed })
    return { status, skill: skill.name, path: placed.path }
  }

  /** A person changed the folder after the draft was decided on: their bytes become the head, the draft a proposal. */
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
    why: EvidenceRefusal,
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
    { reason, returned }: EvidenceRefusal,
  ): Promise<void> {
    const line = drafterLine({ at: clock.now(), move, name, before: now, after: now, reason })
    await store.dropTrigger(trigger.id, line, returned)
  }

  return { draft }
}
