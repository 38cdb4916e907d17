import { draftCapabilities } from '../../domain/capabilities/look.ts'
import { digestFiles } from '../../domain/digest.ts'
import type { DraftText } from '../../domain/draft/compose.ts'
import { formatManifest } from '../../domain/draft/manifest.ts'
import { DRAFT_PRIOR } from '../../domain/routing/seeds.ts'
import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import type { SkillStatus } from '../../domain/skill.ts'
import { projectsOf } from '../../domain/skill-projects.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { newVersion, numberAfter } from '../catalogue/records.ts'
import type { Clock } from '../clock.ts'

/** The rows to write for one draft: the skill, its version and its files. */
export interface DraftRows {
  readonly skill: SkillRecord
  readonly version: VersionRecord
  readonly files: SkillFiles
}

/** Builds the rows of a draft on top of the existing ones: as the new head, or as a proposal merged into the head. */
export function draftRows(given: {
  /** A streak, or the review that it came from. */
  readonly trigger: Pick<PendingTrigger, 'id' | 'turnIds'>
  /** Who drafted it: rules, or a language model. */
  readonly author?: 'auto' | 'model'
  /** What it is drawn from in addition to what the skill has: the turns of the trigger. */
  readonly turns: readonly TurnTrajectory[]
  /** The turns of the version: those of the trigger, and those of another version that it is merged with. */
  readonly evidence: readonly string[]
  readonly draft: DraftText
  /** Why it waits for a look before it is offered. */
  readonly look: string | undefined
  readonly now: SkillRecord | undefined
  readonly versions: readonly VersionRecord[]
  readonly as: 'head' | 'proposal'
  readonly status: SkillStatus
  /** Stored with the version and in its ledger line. */
  readonly reason: string
  readonly root: string
  readonly clock: Clock
  /** Its score before it was used; default: that of a streak's draft. */
  readonly prior?: number | undefined
}): DraftRows {
  const { trigger, evidence, draft, now, versions, as, clock } = given
  const at = clock.now()
  const number = numberAfter(versions)
  const id = now?.id ?? clock.newId()
  const manifest = formatManifest({
    name: draft.name,
    signature: draft.signature,
    draftedAt: at,
    evidenceCount: evidence.length,
    needsReview: true,
    score: given.prior ?? DRAFT_PRIOR,
    id,
    version: number,
    evidence,
    capabilities: draftCapabilities(draft.files),
  })
  const files: ReadonlyMap<string, string> = new Map([['manifest.json', manifest], ...draft.files])
  const said = {
    description: draft.description,
    triggers: draft.triggers,
    body: draft.body,
    headVersion: number,
    rules: RULES_VERSION,
    altered: given.look !== undefined,
    look: given.look,
    status: given.status,
  }
  const fresh = {
    id,
    name: draft.name,
    origin: given.author ?? ('auto' as const),
    signature: draft.signature,
    path: `${given.root}/${draft.name}`,
    needsReview: true,
    digest: null,
    stamp: null,
    createdAt: at.getTime(),
    evidenceCount: 0,
    ...said,
  }
  const standing: SkillRecord = now === undefined ? fresh : as === 'head' ? { ...now, ...said } : now
  const head = versions.find((v) => v.version === now?.headVersion)
  // Drafted anew after it was withdrawn: what the withdrawn version rested on counts no longer, or is in this streak again.
  const fallen = now?.status === 'archived' ? (head?.evidence.length ?? 0) : 0
  // A version that waits counts once it is accepted.
  const added = as === 'head' ? trigger.turnIds.length : 0
  const counted = Math.max(0, standing.evidenceCount - fallen) + added
  // Turns of versions that only counted, or that this one replaces, come with it.
  const evidenceCount = as === 'head' ? Math.max(counted, evidence.length) : counted
  const skill = { ...inProjects(standing, given.turns, now), evidenceCount }
  const version = newVersion(clock, {
    ...{ skillId: id, version: number, parentId: head?.id ?? null, author: given.author ?? 'auto', evidence },
    ...{ reason: given.reason, digest: digestFiles(files), triggerId: trigger.id },
    state: as === 'head' ? 'accepted' : 'proposed',
  })
  return { skill, version, files }
}

/** A skill in the projects that it has and those of further turns. */
export function inProjects(
  { projects: _, ...general }: SkillRecord,
  turns: readonly TurnTrajectory[],
  now: SkillRecord | undefined,
): SkillRecord {
  const projects = projectsOf(turns, now && (now.projects ?? []))
  return { ...general, ...(projects.length > 0 && { projects }) }
}
