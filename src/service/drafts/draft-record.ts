import type { Draft } from '../../domain/draft/compose.ts'
import type { DraftReceipt } from '../../domain/receipt.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { ledgerLine, newVersion, numberAfter } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import { type createProposals, supersede } from '../review/proposals.ts'
import type { Composed } from './composing.ts'
import type { DraftStatus } from './draft-decision.ts'
import { type DraftRows, draftRows, inProjects } from './draft-rows.ts'
import type { turningDown } from './evidence-check.ts'
import type { seeding } from './seeding.ts'

/** One completed streak, or several that one version stands for: the id of the last, and the turns of all. */
export interface Streaks extends PendingTrigger {
  /** The ids of the others. */
  readonly finishes?: readonly string[]
}

/** Stores the version of a draft, or that its turns were counted. */
export function createDraftRecord(
  parts: Core<'store' | 'folder' | 'clock'> & { readonly proposals: ReturnType<typeof createProposals> },
) {
  const { store, folder, clock, proposals } = parts

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

  /**
   * Counts the turns of a draft that says less than its skill: they are evidence for the next one, which takes them from
   * the row of a version without files.
   */
  async function count(
    { id: triggerId, turnIds, finishes = [] }: Streaks,
    evidence: readonly string[],
    now: SkillRecord,
    versions: readonly VersionRecord[],
    reason: string,
  ): Promise<DraftReceipt | undefined> {
    const skill = inProjects(now, await store.turns(turnIds), now)
    const counted = newVersion(clock, {
      ...{ skillId: now.id, version: numberAfter(versions), author: 'auto', state: 'counted' },
      ...{ evidence, triggerId, reason, digest: '' },
    })
    const ledger = ledgerLine({ at: clock.now(), move: 'evidence', before: now, after: skill, reason })
    const version = { ...counted, files: new Map<string, string>() }
    if (!(await store.apply({ skill, expect: now, version, ledger, finishes: [...finishes, triggerId] })))
      return undefined
    return { status: 'refused', skill: now.name, reason }
  }

  return { record, count }
}

/** Brings a stored version into the folder of its skill, or lets it wait beside. */
export function createDraftPublishing(
  parts: Core<'store' | 'publisher' | 'catalogue' | 'clock'> & {
    readonly seed: ReturnType<typeof seeding>
    readonly giveUp: ReturnType<typeof turningDown>['giveUp']
  },
) {
  const { store, publisher, catalogue, clock, seed, giveUp } = parts

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
    await catalogue.register(skill)
    if (await seed(trigger, composed, version)) await giveUp(trigger, composed.name, skill, 'evidence', { reason })
    return { status: 'proposed', skill: skill.name, path: skill.path, reason }
  }

  return { publish, propose }
}

const UNSEEDED = 'its row in the prompt store could not be written'
const forSeveral = ({ finishes = [] }: Streaks): string =>
  finishes.length === 0 ? '' : `; one version for ${finishes.length + 1} streaks that were counted together`
