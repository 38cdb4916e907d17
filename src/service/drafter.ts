import { digestFiles } from '../domain/digest.ts'
import { composeDraft, type Draft } from '../domain/draft/compose.ts'
import { formatManifest } from '../domain/draft/manifest.ts'
import { asWaylandError } from '../domain/errors.ts'
import type { Tell } from '../domain/event.ts'
import type { DraftReceipt } from '../domain/receipt.ts'
import { FIRST_VERSION, newestVersion, nextVersion } from '../domain/version.ts'
import type { SkillFiles, SkillFolder } from '../store/skill-folder.ts'
import type { PendingTrigger, SkillRecord, Store, VersionRecord } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clock } from './clock.ts'

export interface Drafter {
  /** Makes the draft of a completed streak; a fault is a receipt with status `failed`, and the streak is kept for later. */
  draft(trigger: PendingTrigger): Promise<DraftReceipt>
}

export interface DrafterParts {
  readonly store: Store
  readonly folder: SkillFolder
  readonly catalogue: Catalogue
  readonly clock: Clock
  /** Score that a draft's row begins with; never measured. */
  readonly prior: number
  /** Writes the second copy of SKILL.md, best effort; absent when there is no second place. */
  readonly copy?: (draft: Draft, earlier: readonly string[]) => Promise<void>
  readonly tell: Tell
}

export function createDrafter(parts: DrafterParts): Drafter {
  const { store, folder, catalogue, clock, tell } = parts

  async function draft(trigger: PendingTrigger): Promise<DraftReceipt> {
    const evidence = await store.turns(trigger.turnIds)
    const composed = composeDraft({ signature: trigger.signature, trajectories: evidence })
    try {
      return await decide(trigger, composed)
    } catch (error) {
      const reason = asWaylandError(error).message
      return { status: 'failed', skill: composed.name, path: `${folder.root}/${composed.name}`, reason }
    }
  }

  /** Another process may change the skill between the look and the write; then everything is looked at again. */
  async function decide(trigger: PendingTrigger, composed: Draft): Promise<DraftReceipt> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const now = await store.skill(composed.name)
      const verdict = now === undefined ? await fresh(composed) : await standing(now)
      if (verdict.refusal !== undefined) return await turnDown(trigger, composed, now, verdict.status, verdict.refusal)
      const change = await record(trigger, composed, now, verdict.status)
      if (change === undefined) continue
      if (verdict.status === 'proposed') return await propose(trigger, composed, change)
      const receipt = await publish(trigger, composed, change, verdict.status)
      if (receipt !== undefined) return receipt
    }
    return { status: 'failed', skill: composed.name, reason: 'other processes kept changing this skill' }
  }

  async function fresh(composed: Draft): Promise<Verdict> {
    const there = await folder.read(composed.name)
    if (there === undefined) return { status: 'drafted' }
    return { status: 'refused', refusal: `${there.path} is there already and was not written by wayland-core` }
  }

  async function standing(now: SkillRecord): Promise<Verdict> {
    if (now.origin === 'person') return { status: 'refused', refusal: `a person's skill has the name "${now.name}"` }
    if (now.status === 'archived' || now.status === 'revoked')
      return { status: 'suppressed', refusal: `"${now.name}" was ${now.status}` }
    if (now.digest === null) return { status: 'drafted' }
    const there = await folder.read(now.name)
    if (there === undefined) return { status: 'suppressed', refusal: `the folder of "${now.name}" was removed` }
    const head = (await store.versions(now.id)).find((v) => v.version === now.headVersion)
    const untouched = there.digest === now.digest && head?.author === 'auto'
    return { status: now.status === 'staged' && untouched ? 'updated' : 'proposed' }
  }

  /** The rows of this draft: its skill and its version. A resumed trigger finds the version that it made before. */
  async function record(
    trigger: PendingTrigger,
    composed: Draft,
    now: SkillRecord | undefined,
    status: Verdict['status'],
  ): Promise<Recorded | undefined> {
    const at = clock.now()
    const versions = now === undefined ? [] : await store.versions(now.id)
    const before = versions.find((v) => v.triggerId === trigger.id)
    if (now !== undefined && before !== undefined)
      return { skill: now, version: before, files: await store.files(before.id), versions }
    const newest = newestVersion(versions.map((v) => v.version))
    const version = newest === undefined ? FIRST_VERSION : nextVersion(newest)
    const id = now?.id ?? clock.newId()
    const manifest = formatManifest({
      name: composed.name,
      signature: composed.signature,
      draftedAt: at,
      evidenceCount: trigger.turnIds.length,
      needsReview: true,
      score: parts.prior,
      id,
      version,
      evidence: trigger.turnIds,
    })
    const files: SkillFiles = new Map([
      ['manifest.json', manifest],
      ['SKILL.md', composed.skillMd],
    ])
    const proposed = status === 'proposed'
    const skill: SkillRecord = {
      id,
      name: composed.name,
      origin: 'auto',
      status: 'staged',
      signature: composed.signature,
      path: `${folder.root}/${composed.name}`,
      needsReview: true,
      digest: null,
      stamp: null,
      createdAt: at.getTime(),
      ...(now ?? {}),
      ...(proposed && now !== undefined
        ? { description: now.description, triggers: now.triggers, body: now.body, headVersion: now.headVersion }
        : {
            description: composed.description,
            triggers: composed.triggers,
            body: composed.body,
            headVersion: version,
          }),
      evidenceCount: (now?.evidenceCount ?? 0) + trigger.turnIds.length,
    }
    const row: VersionRecord = {
      id: clock.newId(),
      skillId: id,
      version,
      parentId: versions.find((v) => v.version === now?.headVersion)?.id ?? null,
      author: 'auto',
      reason: `drafted from ${trigger.turnIds.length} successful turns`,
      state: proposed ? 'proposed' : 'accepted',
      digest: digestFiles(files),
      evidence: trigger.turnIds,
      triggerId: trigger.id,
      createdAt: at.getTime(),
    }
    const ledger = ledgerLine(at, skill, proposed ? 'propose' : 'draft', now ?? null, row.id, row.reason)
    const done = await store.apply({ skill, expect: now ?? 'absent', version: { ...row, files }, ledger })
    return done ? { skill, version: row, files, versions } : undefined
  }

  async function publish(
    trigger: PendingTrigger,
    composed: Draft,
    change: Recorded,
    status: Verdict['status'],
  ): Promise<DraftReceipt | undefined> {
    const { skill, version, files, versions } = change
    const placed = await folder.publish(
      skill.name,
      files,
      (digest) => digest === skill.digest || digest === version.digest,
    )
    // A person was quicker: the next look finds the edit, and this version is offered beside it.
    if (placed === 'foreign') {
      const ledger = ledgerLine(clock.now(), skill, 'propose', skill, version.id, 'the folder was changed meanwhile')
      await store.apply({ skill, expect: skill, decides: { versionId: version.id, state: 'proposed' }, ledger })
      return await finish(trigger, composed, {
        status: 'proposed',
        skill: skill.name,
        path: skill.path,
        reason: ledger.reason,
      })
    }
    if ((await store.skill(skill.name))?.headVersion !== version.version) return undefined
    catalogue.register({ ...skill, ...placed })
    if (parts.copy !== undefined) await copySecond(composed, versions)
    await seed(trigger, composed, version)
    await store.placed(skill.id, placed, trigger.id)
    return { status, skill: skill.name, path: placed.path }
  }

  async function propose(
    trigger: PendingTrigger,
    composed: Draft,
    { skill, version }: Recorded,
  ): Promise<DraftReceipt> {
    const reason = `"${skill.name}" was ${skill.status === 'staged' ? 'edited' : skill.status} by a person; version ${version.version} waits beside it`
    return await finish(trigger, composed, { status: 'proposed', skill: skill.name, path: skill.path, reason }, version)
  }

  async function turnDown(
    trigger: PendingTrigger,
    composed: Draft,
    now: SkillRecord | undefined,
    status: Verdict['status'],
    reason: string,
  ): Promise<DraftReceipt> {
    const line = ledgerLine(
      clock.now(),
      now ?? { name: composed.name, id: null, status: null },
      status,
      now ?? null,
      null,
      reason,
    )
    await store.dropTrigger(trigger.id, line)
    return { status, skill: composed.name, reason }
  }

  async function finish(
    trigger: PendingTrigger,
    composed: Draft,
    receipt: DraftReceipt,
    version?: VersionRecord,
  ): Promise<DraftReceipt> {
    await seed(trigger, composed, version)
    const now = await store.skill(composed.name)
    await store.dropTrigger(
      trigger.id,
      ledgerLine(
        clock.now(),
        now ?? { name: composed.name, id: null, status: null },
        'evidence',
        now ?? null,
        version?.id ?? null,
        receipt.reason ?? '',
      ),
    )
    return receipt
  }

  /** The row that the router hydrates from. Its failure is told, and the files still stand. */
  async function seed(trigger: PendingTrigger, composed: Draft, version?: VersionRecord): Promise<void> {
    try {
      const earlier = await store.bestForSkill(composed.name, SCORER, MAX_ROWS)
      if (earlier.some((row) => row.metadata?.trigger_id === trigger.id)) return
      await store.addPrompt({
        id: clock.newId(),
        skillName: composed.name,
        parentId: null,
        promptBody: composed.body,
        score: parts.prior,
        scoreMeasured: false,
        scorer: SCORER,
        generation: earlier.length,
        createdAt: Math.floor(clock.now().getTime() / 1000),
        metadata: {
          trigger_id: trigger.id,
          signature: composed.signature,
          version: version?.version ?? null,
          prior: true,
        },
      })
    } catch (error) {
      tell({ kind: 'warning', what: `the draft "${composed.name}" stands, but its row was not written`, cause: error })
    }
  }

  async function copySecond(composed: Draft, versions: readonly VersionRecord[]): Promise<void> {
    try {
      const earlier = await Promise.all(versions.map(async (v) => (await store.files(v.id)).get('SKILL.md')))
      await parts.copy?.(
        composed,
        earlier.flatMap((bytes) => (bytes === undefined ? [] : [Buffer.from(bytes).toString('utf8')])),
      )
    } catch (error) {
      tell({ kind: 'warning', what: `the second copy of "${composed.name}" was not written`, cause: error })
    }
  }

  return { draft }
}

const SCORER = 'auto_drafter'
const MAX_ATTEMPTS = 5
/** Rows of one skill that are looked through for a trigger's own. */
const MAX_ROWS = 1000

interface Verdict {
  readonly status: DraftReceipt['status']
  readonly refusal?: string
}

interface Recorded {
  readonly skill: SkillRecord
  readonly version: VersionRecord
  readonly files: SkillFiles
  /** The versions there were before. */
  readonly versions: readonly VersionRecord[]
}

const ledgerLine = (
  at: Date,
  skill: Pick<SkillRecord, 'name'> & { readonly id: string | null; readonly status: SkillRecord['status'] | null },
  move: string,
  before: SkillRecord | null,
  versionId: string | null,
  reason: string,
) => ({
  at: at.getTime(),
  skillName: skill.name,
  skillId: skill.id,
  move,
  actor: 'auto' as const,
  fromStatus: before?.status ?? null,
  toStatus: skill.status,
  versionId,
  reason,
})
