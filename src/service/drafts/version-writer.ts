import type { Draft } from '../../domain/draft/compose.ts'
import { isSplitOff } from '../../domain/lifecycle.ts'
import type { DraftReceipt } from '../../domain/receipt.ts'
import type { SecretScanner } from '../../domain/redact.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { ledgerLine } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import { createProposals, supersede } from '../review/proposals.ts'
import type { StandingRules } from '../review/standing-rules.ts'
import type { DraftWriter } from './composing.ts'
import { type Composed, createComposing } from './composing.ts'
import { type DraftDecision, type DraftStatus, decideDraft, draftStatus, saysLess } from './draft-decision.ts'
import { type DraftRows, draftRows } from './draft-rows.ts'
import { turningDown } from './evidence-check.ts'
import type { seeding } from './seeding.ts'
import { createSplitter, type SplitOff } from './splitter.ts'
import type { Twins } from './twins.ts'
import type { VettedDraft } from './vet-draft.ts'

/** One completed streak, or several that one version stands for: the id of the last, and the turns of all. */
export interface Streaks extends PendingTrigger {
  /** The ids of the others. */
  readonly finishes?: readonly string[]
}

/** Writes versions of skills from streaks that passed the gates; the caller holds the folder's lock. */
export interface VersionWriter {
  /**
   * Drafts from one streak; `alone` is the draft from its turns only. Undefined if another process changed the skill
   * between reading and writing; the caller then starts again.
   */
  draft(
    trigger: PendingTrigger,
    named: Pick<Draft, 'name' | 'signature'>,
    alone: () => Promise<Composed>,
  ): Promise<DraftReceipt | undefined>
  /**
   * Writes one version of an existing skill for several streaks; `apart`, without effect on them, if each has to be
   * drafted alone: what is decided then may differ from one to the next.
   */
  draftTogether(streaks: Streaks, named: Pick<Draft, 'name' | 'signature'>): Promise<DraftReceipt | 'apart' | undefined>
  compose(signature: string, turns: readonly TurnTrajectory[], inWords?: boolean): Promise<VettedDraft>
}

export interface VersionWriterParts
  extends Core<'store' | 'folder' | 'publisher' | 'catalogue' | 'clock' | 'clearance'> {
  /** Writes the row that the router reads the prior from; false when it could not. */
  readonly seed: ReturnType<typeof seeding>
  /** Finds an existing skill with the same steps. */
  readonly twins: Pick<Twins, 'of'>
  readonly writer: DraftWriter
  readonly rules: Pick<StandingRules, 'voicedIn'>
  /** The rule set for secrets (secretlint). */
  readonly secrets: SecretScanner
}

const UNSEEDED = 'its row in the prompt store could not be written'

export function createVersionWriter(parts: VersionWriterParts): VersionWriter {
  const { store, folder, publisher, catalogue, clock, seed } = parts
  const proposals = createProposals({ store, clock })
  const { compose, composeOf, composeWith } = createComposing(parts)
  const splitter = createSplitter({ ...parts, root: folder.root, compose })
  const { turnDown, giveUp } = turningDown(parts)

  async function draft(
    trigger: PendingTrigger,
    named: Pick<Draft, 'name' | 'signature'>,
    alone: () => Promise<Composed>,
  ): Promise<DraftReceipt | undefined> {
    const { now, versions } = await standing(named.name)
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

  async function draftTogether(
    streaks: Streaks,
    named: Pick<Draft, 'name' | 'signature'>,
  ): Promise<DraftReceipt | 'apart' | undefined> {
    const { turnIds } = streaks
    const { now, versions } = await standing(named.name)
    if (now === undefined) return 'apart'
    const newcomer = async () => ({ ...(await composeOf(named.signature, turnIds)).draft, turnIds })
    const verdict = await decideDraft({ store, folder, twins: parts.twins }, { ...named, newcomer }, now, versions)
    if (verdict.as === 'nothing' || verdict.as === 'next version' || verdict.status === 'drafted') return 'apart'
    const whole = await composeWith(streaks, named.signature, versions)
    if ((whole.refusal ?? whole.quarantine) !== undefined) return 'apart'
    const apart = await splitter.split(streaks, now, versions, whole.evidence)
    return apart === undefined ? await write(streaks, verdict, whole, now, versions) : 'apart'
  }

  async function standing(name: string) {
    // A person's edit is taken in before anything is decided about the skill.
    await catalogue.syncHeld(name)
    const now = await store.skill(name)
    return { now, versions: now === undefined ? [] : await store.versions(now.id) }
  }

  /** Writes a draft as the head of its skill or as a proposal. */
  async function write(
    trigger: Streaks,
    verdict: Extract<DraftDecision, { as: 'head' | 'proposal' }>,
    made: Composed,
    now: SkillRecord | undefined,
    versions: readonly VersionRecord[],
  ): Promise<DraftReceipt | undefined> {
    const { draft, evidence } = made
    if (made.refusal !== undefined) return await turnDown(trigger, draft.name, 'refused', { reason: made.refusal }, now)
    const status = draftStatus(draft, made.quarantine, evidence.length, now, await awaitsDecision(now))
    const less = verdict.status === 'updated' ? await saysLess(store, draft, now, versions) : undefined
    const as = less === undefined ? verdict.as : 'proposal'
    const rows = await record(trigger, made, now, versions, as, status)
    if (rows === undefined) return undefined
    if (as === 'proposal') return await propose(trigger, draft, rows, less ?? verdict.reason ?? '')
    const receipt = await publish(trigger, draft, rows, verdict.status)
    return made.quarantine === undefined || receipt?.path === undefined || receipt.status === 'proposed'
      ? receipt
      : { ...receipt, status: 'quarantined', reason: made.quarantine }
  }

  /** Proposes the steps common to the turns of both skills as the next version of the existing one. */
  async function merge(trigger: Streaks, same: SkillRecord, reason: string): Promise<DraftReceipt | undefined> {
    const versions = await store.versions(same.id)
    const made = await composeWith(trigger, same.signature ?? trigger.signature, versions)
    const unsafe = made.refusal ?? made.quarantine
    if (unsafe !== undefined) return await turnDown(trigger, same.name, 'refused', { reason: unsafe }, same)
    const undecided = await awaitsDecision(same)
    const standing = draftStatus(made.draft, undefined, made.evidence.length, same, undecided)
    // A draft that is not offered yet has no users: further runs may replace its text.
    const comes = undecided || (same.status === 'watching' && standing.status === 'staged')
    const rows = await record(trigger, made, same, versions, comes ? 'head' : 'proposal', standing)
    if (rows === undefined) return undefined
    return comes
      ? await publish(trigger, made.draft, rows, 'updated')
      : await propose(trigger, made.draft, rows, reason)
  }

  /** Handles a streak whose turns all belong to the split-off skill: they become its evidence. */
  async function leave(trigger: Streaks, now: SkillRecord, { leaves, other, isNew }: SplitOff) {
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
    trigger: Streaks,
    { evidence, draft: composed, look }: Composed,
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
      turns: await store.turns(trigger.turnIds),
      evidence,
      draft: composed,
      look,
      now,
      versions,
      as,
      status,
      reason: reason + forSeveral(trigger),
      root: folder.root,
      clock,
    })
    const { skill } = rows
    const drafted = { ...rows.version, files: rows.files }
    // Merged, so that accepting the proposal keeps a person's changes.
    const version = as === 'head' || now === undefined ? drafted : await proposals.merged(now, versions, drafted)
    const move = as === 'head' ? 'draft' : 'propose'
    const { id: versionId, reason: said } = version
    const ledger = ledgerLine({ at: clock.now(), move, before: now, after: skill, versionId, reason: said })
    const decides = supersede(versions)
    const finishes = trigger.finishes ?? []
    const done = await store.apply({ skill, expect: now ?? 'absent', version, decides, ledger, finishes })
    return done ? { skill, version, files: version.files } : undefined
  }

  async function publish(
    trigger: Streaks,
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
    trigger: Streaks,
    composed: Draft,
    { version }: DraftRows,
  ): Promise<DraftReceipt | undefined> {
    await catalogue.syncHeld()
    const now = await store.skill(composed.name)
    if (now === undefined) return undefined
    const reason = 'the folder was changed by a person meanwhile; the new version waits beside it'
    const ledger = ledgerLine({ at: clock.now(), move: 'propose', before: now, versionId: version.id, reason })
    const decides = [{ versionId: version.id, state: 'proposed' as const }]
    if (!(await store.apply({ skill: now, expect: now, decides, ledger }))) return undefined
    return await propose(trigger, composed, { skill: now, version, files: new Map() }, reason)
  }

  async function propose(
    trigger: Streaks,
    composed: Draft,
    { skill, version }: DraftRows,
    reason: string,
  ): Promise<DraftReceipt> {
    if (await seed(trigger, composed, version)) await giveUp(trigger, composed.name, skill, 'evidence', { reason })
    return { status: 'proposed', skill: skill.name, path: skill.path, reason }
  }

  return { draft, draftTogether, compose }
}

const forSeveral = ({ finishes = [] }: Streaks): string =>
  finishes.length === 0 ? '' : `; one version for ${finishes.length + 1} streaks that were counted together`
