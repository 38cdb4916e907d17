import type { Draft } from '../../domain/draft/compose.ts'
import { isSplitOff } from '../../domain/lifecycle.ts'
import type { DraftReceipt } from '../../domain/receipt.ts'
import type { SecretScanner } from '../../domain/redact.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { createProposals } from '../review/proposals.ts'
import type { StandingRules } from '../review/standing-rules.ts'
import type { DraftWriter } from './composing.ts'
import { type Composed, createComposing } from './composing.ts'
import { type DraftDecision, decideDraft, draftStatus, type NoMore, saysNoMore } from './draft-decision.ts'
import { asOne, createDraftRecord, receiptOf, type Streaks } from './draft-record.ts'
import { turningDown } from './evidence-check.ts'
import { freshWith, GATHERS, gatheredIn, latestWith, onlyGathers } from './gathering.ts'
import { type Outcome, oneByOne } from './one-by-one.ts'
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
   * Writes at most one version of an existing skill for several streaks, the one that would stand had each come alone;
   * `apart`, without effect on them, if each has to be drafted alone.
   */
  draftTogether(
    streaks: readonly PendingTrigger[],
    named: Pick<Draft, 'name' | 'signature'>,
  ): Promise<Together | undefined>
  compose(signature: string, turns: readonly TurnTrajectory[], inWords?: boolean): Promise<VettedDraft>
}

/** A receipt for each streak; undefined for one that is still to be drafted. */
export type Together = readonly (DraftReceipt | undefined)[] | 'apart'

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
  const { store, folder } = parts
  const writing = createWriting(parts)
  const { standing, write, countOne, headFiles, merge, leave, drawOf, splitter, turnDown, compose } = writing

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
    const before = gatheredIn(versions)
    const latest = latestWith(before, trigger.turnIds)
    // What a trigger that is resumed has stored already is placed.
    const isNew = verdict.as === 'head' && !isStored(trigger, versions)
    if (now !== undefined && isNew && onlyGathers(before, trigger.turnIds, now))
      return await countOne(asOne([trigger], []), latest, GATHERS, now, versions)
    const whole = await drawOf(named.signature, latest)
    if (now === undefined) return await write(trigger, verdict, await whole.vetted(), now, versions)
    const apart = await splitter.split(trigger, now, versions, whole.evidence)
    if (apart !== undefined && !trigger.turnIds.some((id) => apart.stays.includes(id)))
      return await leave(trigger, now, apart)
    const drawn = apart === undefined ? whole : await drawOf(named.signature, apart.stays)
    const known = isNew ? saysNoMore(drawn.draft, now, await headFiles(now, versions)) : undefined
    const counts = freshWith(before, trigger.turnIds, drawn.evidence)
    if (known === undefined) return await write(asOne([trigger], counts), verdict, await drawn.vetted(), now, versions)
    return await countOne(asOne([trigger], known.isSame === true ? counts : []), drawn.evidence, known, now, versions)
  }

  return { draft, draftTogether: createTogether(parts, writing), compose }
}

/** Drafts from several streaks of one skill. */
function createTogether(
  { store, folder, twins }: VersionWriterParts,
  { standing, write, count, headFiles, drawOf, splitter }: ReturnType<typeof createWriting>,
): VersionWriter['draftTogether'] {
  async function draftTogether(
    streaks: readonly PendingTrigger[],
    named: Pick<Draft, 'name' | 'signature'>,
  ): Promise<Together | undefined> {
    const { now, versions } = await standing(named.name)
    if (now === undefined || streaks.some((one) => isStored(one, versions))) return 'apart'
    const turnIds = streaks.flatMap((one) => one.turnIds)
    const newcomer = async () => ({ ...(await drawOf(named.signature, turnIds)).draft, turnIds })
    const verdict = await decideDraft({ store, folder, twins }, { ...named, newcomer }, now, versions)
    if (verdict.as === 'nothing' || verdict.as === 'next version' || verdict.status === 'drafted') return 'apart'
    const before = gatheredIn(versions)
    if (verdict.as === 'head') {
      if (await awaitsDecision(store, now)) return 'apart'
      const files = await headFiles(now, versions)
      const outcome = await oneByOne({ drawOf, splitter }, streaks, { ...named, head: now, files, before })
      return outcome === 'apart' ? outcome : await writeOutcome(streaks, verdict, outcome, now, versions)
    }
    // Of proposals the last one waits, whatever those before it said.
    const drawn = await drawOf(named.signature, latestWith(before, turnIds))
    const made = (await splitter.areTwo(drawn.turns)) ? undefined : await drawn.vetted()
    if (made === undefined || (made.refusal ?? made.quarantine) !== undefined) return 'apart'
    const receipt = await write(asOne(streaks, turnIds), verdict, made, now, versions)
    return receipt && streaks.map(() => receipt)
  }

  /** Writes the version that streaks of a draft give, if they do, and counts those after it. */
  async function writeOutcome(
    streaks: readonly PendingTrigger[],
    verdict: Written,
    { steps, made }: Outcome,
    now: SkillRecord,
    versions: readonly VersionRecord[],
  ): Promise<Together | undefined> {
    const known = steps.map((step) => step.known)
    const version = known.lastIndexOf(undefined)
    const counts = (from: number, to: number) => steps.slice(from, to).flatMap((step) => step.counts)
    const some = (from: number, to: number) => asOne(streaks.slice(from, to), counts(from, to))
    const written = made && (await write(some(0, version + 1), verdict, made, now, versions))
    if (made !== undefined && written === undefined) return undefined
    let done = version + 1
    // The draft rests on the last ones that say the same; from the last one that a draft was made of others gather.
    const drafted = known.findLastIndex((one) => one !== GATHERS)
    for (const end of [known.findLastIndex((one) => one?.isSame), drafted, known.length - 1]) {
      const { known: last, evidence } = steps[end] ?? {}
      if (end < done || last === undefined || evidence === undefined) continue
      const then = done === 0 ? { now, versions } : await standing(now.name)
      if (then.now === undefined || !(await count(some(done, end + 1), { evidence }, last, then.now, then.versions)))
        break
      done = end + 1
    }
    return done === 0
      ? undefined
      : known.map((one, i) => (i < done ? (one ? receiptOf(one, now) : written) : undefined))
  }

  return draftTogether
}

/** What one streak and several write with. */
function createWriting(parts: VersionWriterParts) {
  const { store, folder, catalogue, clock } = parts
  const proposals = createProposals({ store, clock })
  const { compose, drawOf } = createComposing(parts)
  const splitter = createSplitter({ ...parts, root: folder.root, compose })
  const { turnDown, giveUp } = turningDown(parts)
  const { record, count, publish, propose } = createDraftRecord({ ...parts, proposals, giveUp })

  async function standing(name: string) {
    // A person's edit is taken in before anything is decided about the skill.
    await catalogue.syncHeld(name)
    const now = await store.skill(name)
    return { now, versions: now === undefined ? [] : await store.versions(now.id) }
  }

  async function countOne(
    streak: Streaks,
    evidence: readonly string[],
    known: NoMore,
    now: SkillRecord,
    versions: readonly VersionRecord[],
  ): Promise<DraftReceipt | undefined> {
    const counted = await count(streak, { evidence }, known, now, versions)
    return counted && receiptOf(known, now)
  }

  async function headFiles(now: SkillRecord, versions: readonly VersionRecord[]): Promise<SkillFiles> {
    return await store.files(versions.find(({ version }) => version === now.headVersion)?.id ?? '')
  }

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
    const drawn = await drawOf(same.signature ?? trigger.signature, latestWith(gatheredIn(versions), trigger.turnIds))
    const made = await drawn.vetted()
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

  return { standing, write, count, countOne, headFiles, merge, leave, drawOf, splitter, turnDown, compose }
}

const isStored = (trigger: PendingTrigger, versions: readonly VersionRecord[]): boolean =>
  versions.some(({ triggerId }) => triggerId === trigger.id)

type Written = Extract<DraftDecision, { as: 'head' | 'proposal' }>

/** Whether the skill was split off and no person has decided on it yet. */
const awaitsDecision = async (store: Core<'store'>['store'], skill: SkillRecord | undefined): Promise<boolean> =>
  skill?.status === 'watching' && isSplitOff(await store.ledger(skill.name))
