import type { Draft } from '../domain/draft/compose.ts'
import { asWaylandError } from '../domain/errors.ts'
import type { Tell } from '../domain/event.ts'
import type { DraftReceipt } from '../domain/receipt.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { PendingTrigger, SkillRecord, Store, VersionRecord } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clock } from './clock.ts'
import { type DraftRows, drafterLine, draftRows } from './draft-rows.ts'
import type { Placement } from './placement.ts'

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
  /** Score that a draft's row begins with; never measured. */
  readonly prior: number
  /** Writes the second copy of SKILL.md, best effort; absent when there is no second place. */
  readonly copy?: (draft: Draft, earlier: readonly string[]) => Promise<void>
  /** Evidence gates that are on. */
  readonly gates: readonly string[]
  readonly tell: Tell
}

const SCORER = 'auto_drafter'
/** Looks at a skill that other processes keep changing. */
const MAX_ATTEMPTS = 5
/** Turns of the project that its habit is read from. */
const HABIT_TURNS = 500
/** Rows of one skill that are looked through for a trigger's own. */
const MAX_ROWS = 1000

/** What may be done with a draft: written as the head, kept beside it, or not at all. */
type Verdict =
  | { readonly as: 'head' | 'proposal'; readonly status: DraftReceipt['status']; readonly reason?: string }
  | { readonly as: 'nothing'; readonly status: 'refused' | 'suppressed'; readonly reason: string }

export function createDrafter(parts: DrafterParts): Drafter {
  const { store, folder, placement, catalogue, clock, prior, tell } = parts

  async function draft(trigger: PendingTrigger): Promise<DraftReceipt> {
    const trajectories = await store.turns(trigger.turnIds)
    const refusal = await refusalOf(trigger, trajectories)
    // Loaded when there is something to draft: the shell parser is most of a bare start.
    const { composeDraft } = await import('../domain/draft/compose.ts')
    const composed = composeDraft({ signature: trigger.signature, trajectories })
    try {
      if (refusal !== undefined) return await turnDown(trigger, composed, 'refused', refusal)
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const receipt = await tryDraft(trigger, composed)
        if (receipt !== undefined) return receipt
      }
      return { status: 'failed', skill: composed.name, reason: 'other processes kept changing this skill' }
    } catch (error) {
      const reason = asWaylandError(error).message
      return { status: 'failed', skill: composed.name, path: `${folder.root}/${composed.name}`, reason }
    }
  }

  /** Undefined when another process changed the skill between the look and the write: then all is looked at again. */
  async function tryDraft(trigger: PendingTrigger, composed: Draft): Promise<DraftReceipt | undefined> {
    // A person's edit is taken in before anything is decided about their skill.
    await catalogue.sync()
    const now = await store.skill(composed.name)
    const versions = now === undefined ? [] : await store.versions(now.id)
    const verdict = await judge(composed, now, versions)
    if (verdict.as === 'nothing') return await turnDown(trigger, composed, verdict.status, verdict.reason, now)
    const rows = await record(trigger, composed, now, versions, verdict.as)
    if (rows === undefined) return undefined
    if (verdict.as === 'proposal') return await propose(trigger, composed, rows, verdict.reason ?? '')
    return await publish(trigger, composed, rows, versions, verdict.status)
  }

  /** Whether the runs teach anything, against what this project's turns do anyway. */
  async function refusalOf(trigger: PendingTrigger, turns: readonly TurnTrajectory[]): Promise<string | undefined> {
    if (parts.gates.length === 0) return undefined
    const { checkEvidence } = await import('../domain/draft/evidence-gates.ts')
    const { habitOf, traitsOf } = await import('../domain/draft/habit.ts')
    const project = turns.at(-1)?.projectDir
    const others = project === undefined ? [] : await store.projectTurns(project, HABIT_TURNS, trigger.turnIds)
    const refusal = checkEvidence(turns, habitOf(others.map((turn) => traitsOf(turn))), (gate) =>
      parts.gates.includes(gate),
    )
    return refusal === undefined ? undefined : `${refusal.gate}: ${refusal.reason}`
  }

  async function judge(
    composed: Draft,
    now: SkillRecord | undefined,
    versions: readonly VersionRecord[],
  ): Promise<Verdict> {
    const revoked = (await store.revocations()).find(
      (r) => r.skillName === composed.name || r.signature === composed.signature,
    )
    if (revoked !== undefined)
      return { as: 'nothing', status: 'suppressed', reason: `"${revoked.skillName}" was revoked by a person` }
    const there = await folder.read(composed.name)
    if (now === undefined) {
      if (there === undefined && !(await folder.occupied(composed.name))) return { as: 'head', status: 'drafted' }
      return {
        as: 'nothing',
        status: 'refused',
        reason: `${folder.root}/${composed.name} is there already and was not written by wayland-core`,
      }
    }
    if (now.origin === 'person')
      return { as: 'nothing', status: 'refused', reason: `a person's skill has the name "${now.name}"` }
    if (now.status === 'archived') return { as: 'nothing', status: 'suppressed', reason: `"${now.name}" was archived` }
    if (now.digest === null) return { as: 'head', status: 'drafted' }
    if (there === undefined)
      return { as: 'nothing', status: 'suppressed', reason: `the folder of "${now.name}" was removed by a person` }
    const head = versions.find((v) => v.version === now.headVersion)
    const untouched = head?.author === 'auto' && (there.digest === now.digest || there.digest === head.digest)
    if (now.status === 'staged' && untouched) return { as: 'head', status: 'updated' }
    const why = now.status === 'staged' ? 'was edited by a person' : `is ${now.status}`
    return { as: 'proposal', status: 'proposed', reason: `"${now.name}" ${why}; the new version waits beside it` }
  }

  /** A resumed trigger finds the version that it made before. */
  async function record(
    trigger: PendingTrigger,
    composed: Draft,
    now: SkillRecord | undefined,
    versions: readonly VersionRecord[],
    as: 'head' | 'proposal',
  ): Promise<DraftRows | undefined> {
    const before = versions.find((v) => v.triggerId === trigger.id)
    if (now !== undefined && before !== undefined)
      return { skill: now, version: before, files: await store.files(before.id) }
    const rows = draftRows({
      trigger,
      draft: composed,
      now,
      versions,
      as,
      status: 'staged',
      prior,
      root: folder.root,
      clock,
    })
    const { skill, version, files } = rows
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
    return (await store.apply({ skill, expect: now ?? 'absent', version: { ...version, files }, ledger }))
      ? rows
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
    await copySecond(composed, earlier)
    await seed(trigger, composed, version)
    await store.placed(skill.id, placed, trigger.id)
    return { status, skill: skill.name, path: placed.path }
  }

  /** A person changed the folder after the look: their bytes become the head, the draft a proposal. */
  async function yieldToPerson(
    trigger: PendingTrigger,
    composed: Draft,
    { version }: DraftRows,
  ): Promise<DraftReceipt | undefined> {
    await catalogue.sync()
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
    if (
      !(await store.apply({ skill: now, expect: now, decides: { versionId: version.id, state: 'proposed' }, ledger }))
    )
      return undefined
    return await propose(trigger, composed, { skill: now, version, files: new Map() }, reason)
  }

  async function propose(
    trigger: PendingTrigger,
    composed: Draft,
    { skill, version }: DraftRows,
    reason: string,
  ): Promise<DraftReceipt> {
    await seed(trigger, composed, version)
    await giveUp(trigger, composed, skill, 'evidence', reason)
    return { status: 'proposed', skill: skill.name, path: skill.path, reason }
  }

  async function turnDown(
    trigger: PendingTrigger,
    composed: Draft,
    status: 'refused' | 'suppressed',
    reason: string,
    now?: SkillRecord,
  ): Promise<DraftReceipt> {
    await giveUp(trigger, composed, now, status, reason)
    return { status, skill: composed.name, reason }
  }

  async function giveUp(
    trigger: PendingTrigger,
    composed: Draft,
    now: SkillRecord | undefined,
    move: string,
    reason: string,
  ): Promise<void> {
    await store.dropTrigger(
      trigger.id,
      drafterLine({ at: clock.now(), move, name: composed.name, before: now, after: now, reason }),
    )
  }

  /** The row that the router hydrates from. Its failure is told, and the files still stand. */
  async function seed(trigger: PendingTrigger, composed: Draft, version: VersionRecord): Promise<void> {
    try {
      const earlier = await store.bestForSkill(composed.name, SCORER, MAX_ROWS)
      if (earlier.some((row) => row.metadata?.trigger_id === trigger.id)) return
      await store.addPrompt({
        id: clock.newId(),
        skillName: composed.name,
        parentId: null,
        promptBody: composed.body,
        score: prior,
        scoreMeasured: false,
        scorer: SCORER,
        generation: earlier.length,
        createdAt: Math.floor(clock.now().getTime() / 1000),
        metadata: { trigger_id: trigger.id, signature: composed.signature, version: version.version, prior: true },
      })
    } catch (error) {
      tell({ kind: 'warning', what: `the draft "${composed.name}" stands, but its row was not written`, cause: error })
    }
  }

  async function copySecond(composed: Draft, versions: readonly VersionRecord[]): Promise<void> {
    if (parts.copy === undefined) return
    try {
      const texts = await Promise.all(versions.map(async ({ id }) => (await store.files(id)).get('SKILL.md')))
      await parts.copy(
        composed,
        texts.flatMap((bytes) => (bytes === undefined ? [] : [Buffer.from(bytes).toString('utf8')])),
      )
    } catch (error) {
      tell({ kind: 'warning', what: `the second copy of "${composed.name}" was not written`, cause: error })
    }
  }

  return { draft }
}
