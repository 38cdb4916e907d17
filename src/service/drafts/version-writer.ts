import type { Draft } from '../../domain/draft/compose.ts'
import { isSplitOff } from '../../domain/lifecycle.ts'
import type { DraftReceipt } from '../../domain/receipt.ts'
import type { SecretScanner } from '../../domain/redact.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { createProposals } from '../review/proposals.ts'
import type { StandingRules } from '../review/standing-rules.ts'
import type { DraftWriter } from './composing.ts'
import { type Composed, createComposing, type Drawn } from './composing.ts'
import { type DraftDecision, decideDraft, draftStatus, saysLess } from './draft-decision.ts'
import { createDraftPublishing, createDraftRecord, type Streaks } from './draft-record.ts'
import { turningDown } from './evidence-check.ts'
import type { seeding } from './seeding.ts'
import { createSplitter, type SplitOff } from './splitter.ts'
import type { Twins } from './twins.ts'
import type { VettedDraft } from './vet-draft.ts'

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
  /** Lets what else this process has to do, such as a prompt, have its turn. */
  readonly pause: () => Promise<unknown>
}

export function createVersionWriter(parts: VersionWriterParts): VersionWriter {
  const { store, folder, catalogue } = parts
  const { compose, drawOf, drawWith } = createComposing(parts)
  const splitter = createSplitter({ ...parts, root: folder.root, compose })
  const { turnDown, count, write, merge, leave } = createWriting(parts, drawWith)

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
    const whole = await drawWith(trigger, named.signature, versions)
    if (now === undefined) return await write(trigger, verdict, await whole.vetted(), now, versions)
    const apart = await splitter.split(trigger, now, versions, whole.evidence)
    if (apart === undefined) return await writeNext(trigger, verdict, whole, now, versions)
    if (!trigger.turnIds.some((id) => apart.stays.includes(id))) return await leave(trigger, now, apart)
    return await writeNext(trigger, verdict, await drawOf(named.signature, apart.stays), now, versions)
  }

  async function draftTogether(
    streaks: Streaks,
    named: Pick<Draft, 'name' | 'signature'>,
  ): Promise<DraftReceipt | 'apart' | undefined> {
    const { turnIds } = streaks
    const { now, versions } = await standing(named.name)
    if (now === undefined) return 'apart'
    const newcomer = async () => ({ ...(await drawOf(named.signature, turnIds)).draft, turnIds })
    const verdict = await decideDraft({ store, folder, twins: parts.twins }, { ...named, newcomer }, now, versions)
    if (verdict.as === 'nothing' || verdict.as === 'next version' || verdict.status === 'drafted') return 'apart'
    const whole = await drawWith(streaks, named.signature, versions)
    if ((await splitter.split(streaks, now, versions, whole.evidence)) !== undefined) return 'apart'
    const less = await isLess(streaks, verdict, whole, now, versions)
    if (less !== undefined) return await count(streaks, whole.evidence, now, versions, less)
    const made = await whole.vetted()
    if ((made.refusal ?? made.quarantine) !== undefined) return 'apart'
    return await write(streaks, verdict, made, now, versions)
  }

  async function standing(name: string) {
    // A person's edit is taken in before anything is decided about the skill.
    await catalogue.syncHeld(name)
    const now = await store.skill(name)
    return { now, versions: now === undefined ? [] : await store.versions(now.id) }
  }

  /** Writes the next version of a skill, or only counts the turns of one that says less than the draft that is there. */
  async function writeNext(
    trigger: PendingTrigger,
    verdict: Written,
    drawn: Drawn,
    now: SkillRecord,
    versions: readonly VersionRecord[],
  ): Promise<DraftReceipt | undefined> {
    const less = await isLess(trigger, verdict, drawn, now, versions)
    return less === undefined
      ? await write(trigger, verdict, await drawn.vetted(), now, versions)
      : await count(trigger, drawn.evidence, now, versions, less)
  }

  /** Why a draft is not written, if so; what a trigger that is resumed has stored already is placed. */
  async function isLess(
    trigger: PendingTrigger,
    verdict: Written,
    { draft }: Drawn,
    now: SkillRecord,
    versions: readonly VersionRecord[],
  ): Promise<string | undefined> {
    if (verdict.as !== 'head' || versions.some(({ triggerId }) => triggerId === trigger.id)) return undefined
    return await saysLess(store, draft, now, versions)
  }

  return { draft, draftTogether, compose }
}

/** Writes what was decided on: the head of a skill, a proposal beside it, or why a streak gives nothing. */
function createWriting(parts: VersionWriterParts, drawWith: ReturnType<typeof createComposing>['drawWith']) {
  const { store, clock } = parts
  const { turnDown, giveUp } = turningDown(parts)
  const proposals = createProposals({ store, clock })
  const { record, count } = createDraftRecord({ ...parts, proposals })
  const { publish, propose } = createDraftPublishing({ ...parts, giveUp })

  /** Writes a draft as the head of its skill or as a proposal. */
  async function write(
    trigger: Streaks,
    verdict: Written,
    made: Composed,
    now: SkillRecord | undefined,
    versions: readonly VersionRecord[],
  ): Promise<DraftReceipt | undefined> {
    const { draft, evidence } = made
    if (made.refusal !== undefined) return await turnDown(trigger, draft.name, 'refused', { reason: made.refusal }, now)
    const status = draftStatus(draft, made.quarantine, evidence.length, now, await awaitsDecision(store, now))
    const rows = await record(trigger, made, now, versions, verdict.as, status)
    if (rows === undefined) return undefined
    if (verdict.as === 'proposal') return await propose(trigger, draft, rows, verdict.reason ?? '')
    const receipt = await publish(trigger, draft, rows, verdict.status)
    return made.quarantine === undefined || receipt?.path === undefined || receipt.status === 'proposed'
      ? receipt
      : { ...receipt, status: 'quarantined', reason: made.quarantine }
  }

  /** Proposes the steps common to the turns of both skills as the next version of the existing one. */
  async function merge(trigger: Streaks, same: SkillRecord, reason: string): Promise<DraftReceipt | undefined> {
    const versions = await store.versions(same.id)
    const made = await (await drawWith(trigger, same.signature ?? trigger.signature, versions)).vetted()
    const unsafe = made.refusal ?? made.quarantine
    if (unsafe !== undefined) return await turnDown(trigger, same.name, 'refused', { reason: unsafe }, same)
    const undecided = await awaitsDecision(store, same)
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

  return { turnDown, count, write, merge, leave }
}

type Written = Extract<DraftDecision, { as: 'head' | 'proposal' }>

/** Whether the skill was split off and no person has decided on it yet. */
const awaitsDecision = async (store: Core<'store'>['store'], skill: SkillRecord | undefined): Promise<boolean> =>
  skill?.status === 'watching' && isSplitOff(await store.ledger(skill.name))
