import type { DraftText } from '../../domain/draft/compose.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { ProposedSkill } from '../../domain/learning/proposal.ts'
import { skillText } from '../../domain/learning/skill-text.ts'
import type { SecretScanner } from '../../domain/redact.ts'
import { DRAFT_PRIOR } from '../../domain/routing/seeds.ts'
import { signature } from '../../domain/signature.ts'
import { parseSkillMd } from '../../domain/skill-md-format.ts'
import { tagsOf } from '../../domain/skill-tags.ts'
import { isDraft } from '../../domain/visibility.ts'
import type { SkillLookups, SkillStore } from '../../store/ports/skill-store.ts'
import type { TurnLookups } from '../../store/ports/turn-store.ts'
import type { HasFolderLock } from '../../store/ports/upkeep.ts'
import type { LedgerStore, VersionStore } from '../../store/ports/version-store.ts'
import type { SkillFolder } from '../../store/skill-folder.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Catalogue, Clearance, SkillPublisher } from '../catalogue/catalogue.ts'
import { ledgerLine } from '../catalogue/records.ts'
import type { Clock } from '../clock.ts'
import { draftRows } from '../drafts/draft-rows.ts'
import type { seeding } from '../drafts/seeding.ts'
import { vetDraft } from '../drafts/vet-draft.ts'
import { refused, type Staged, type StagedFrom } from './staged.ts'

/** Writes a model's drafts into the skills folder. */
export interface SkillStager {
  /** Stages a new skill as a draft. */
  stage(skill: ProposedSkill, from: StagedFrom): Promise<Staged>
  /** Adds these turns as evidence to a draft with the same content; other skills stay as they are. */
  confirm(name: string, from: StagedFrom): Promise<Staged>
  /** Replaces the wording of a draft, from the same turns, if this version is still its head. */
  reword(headId: string, draft: DraftText, from: StagedFrom): Promise<Staged>
}

export interface StagerParts {
  readonly store: SkillStore & SkillLookups & VersionStore & LedgerStore & TurnLookups & HasFolderLock
  readonly folder: SkillFolder
  readonly publisher: SkillPublisher
  readonly catalogue: Catalogue
  readonly clearance: Clearance
  readonly clock: Clock
  readonly secrets: SecretScanner
  readonly seed: ReturnType<typeof seeding>
}

export function createSkillStager(parts: StagerParts): SkillStager {
  const { store, folder, publisher, catalogue, clearance, clock, secrets, seed } = parts

  /**
   * Refuses a name that a skill, a folder or a revocation already has; returns the result of an earlier attempt of the
   * same proposal.
   */
  async function nameTaken(name: string, signature: string, from: StagedFrom): Promise<Staged | undefined> {
    const now = await store.skill(name)
    const own = now && (await store.versions(now.id)).find(({ triggerId }) => triggerId === from.id)
    if (now !== undefined && own !== undefined) return await foundAgain(now, own, from)
    if (now !== undefined) return refused('name', `there is a skill named "${name}", which is ${now.status}`)
    if (await folder.occupied(name))
      return refused('name', `${folder.root}/${name} is there already and was not written by wayland-core`)
    const revoked = (await store.revocations()).some(
      (one) => one.skillName === name || (signature !== '' && one.signature === signature),
    )
    return revoked ? refused('revoked', 'a person revoked a skill of this name, or for this') : undefined
  }

  /** What this proposal made before its process ended, with the router's row where it was not written any more. */
  async function foundAgain(
    { name, body, signature }: SkillRecord,
    version: VersionRecord,
    from: StagedFrom,
  ): Promise<Staged> {
    if (version.triggerId !== null)
      await seed({ id: version.triggerId }, { name, body, signature: signature ?? '' }, version, priorOf(from))
    return { status: 'staged', skill: name, versionId: version.id }
  }

  async function stage(skill: ProposedSkill, from: StagedFrom): Promise<Staged> {
    const turns = await store.turns(from.turnIds)
    const text = skillText(skill, {
      ...{ signature: signature(skill.examples.join(' ')), turns: turns.length, document: from.document },
    })
    const { draft, refusal, quarantine, look } = await vetDraft(text, turns, { secrets, clearance })
    if (refusal !== undefined) return refused('secrets', refusal)
    if (quarantine !== undefined) return refused('safety', quarantine)
    return await store.folderLock(async () => {
      await catalogue.syncHeld(text.name)
      return (await nameTaken(text.name, text.signature, from)) ?? (await write(draft, look, from))
    })
  }

  async function confirm(name: string, from: StagedFrom): Promise<Staged> {
    return await store.folderLock(async () => {
      await catalogue.syncHeld(name)
      const row = await store.skill(name)
      const versions = row === undefined ? [] : await store.versions(row.id)
      const head = versions.find(({ version }) => version === row?.headVersion)
      const made = versions.find(({ triggerId }) => triggerId === from.id)
      if (row !== undefined && made !== undefined) return await foundAgain(row, made, from)
      if (row === undefined || head === undefined || head.author === 'person' || !isDraft(row.status))
        return refused('known', `"${name}" says it already`)
      const fresh = from.turnIds.filter((id) => !head.evidence.includes(id))
      if (fresh.length === 0) return { status: 'staged', skill: name, versionId: head.id }
      const files = new Map(
        [...(await store.files(head.id))].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]),
      )
      files.delete('manifest.json')
      const { description, triggers, body, signature } = row
      const draft = {
        name,
        description,
        triggers,
        body,
        files,
        signature: signature ?? '',
        skillMd: files.get('SKILL.md') ?? '',
      }
      return await write(
        draft,
        row.look,
        { ...from, turnIds: fresh },
        { row, versions, evidence: [...head.evidence, ...fresh] },
      )
    })
  }

  async function reword(headId: string, text: DraftText, from: StagedFrom): Promise<Staged> {
    const { draft, refusal, quarantine, look } = await vetDraft(text, await store.turns(from.turnIds), {
      secrets,
      clearance,
    })
    if (refusal !== undefined) return refused('secrets', refusal)
    if (quarantine !== undefined) return refused('safety', quarantine)
    return await store.folderLock(async () => {
      await catalogue.syncHeld(text.name)
      const row = await store.skill(text.name)
      const versions = row === undefined ? [] : await store.versions(row.id)
      const made = versions.find(({ triggerId }) => triggerId === from.id)
      if (row !== undefined && made !== undefined) return await foundAgain(row, made, from)
      const head = versions.find(({ version }) => version === row?.headVersion)
      if ((row?.status !== 'staged' && row?.status !== 'watching') || head?.id !== headId)
        return refused('changed', `"${text.name}" is not the draft any more that it was made from`)
      return await write(draft, look, { ...from, turnIds: [] }, { row, versions, evidence: head.evidence })
    })
  }

  /** Writes rows and folder; the caller holds the folder's lock. */
  async function write(draft: DraftText, look: string | undefined, from: StagedFrom, over?: Existing): Promise<Staged> {
    const trigger = { id: from.id, turnIds: from.turnIds }
    const status = over?.row.status ?? from.grade
    const rows = draftRows({
      turns: await store.turns(from.turnIds),
      ...{ trigger, draft, look, now: over?.row, versions: over?.versions ?? [], as: 'head', clock, status },
      prior: priorOf(from),
      ...{ evidence: over?.evidence ?? from.turnIds, reason: from.reason, root: folder.root, author: 'model' },
    })
    const { version, files } = rows
    const tags = tagsOf(parseSkillMd(draft.skillMd))
    const row = tags.length === 0 ? rows.skill : { ...rows.skill, tags }
    const ledger = ledgerLine({
      ...{ at: clock.now(), move: 'draft', before: over?.row, after: row },
      ...{ versionId: version.id, reason: from.reason, actor: 'model' },
    })
    if (!(await store.apply({ skill: row, expect: over?.row ?? 'absent', version: { ...version, files }, ledger })))
      return refused('name', `"${row.name}" was changed by another process meanwhile`)
    const placed = await publisher.publish(row, version, files)
    if (placed === 'foreign') return refused('name', `${row.path} is there already and was not written by wayland-core`)
    const isSeeded = await seed(trigger, draft, version, priorOf(from))
    await store.placed(row.id, placed)
    await catalogue.register({ ...row, ...placed })
    if (!isSeeded)
      throw new WaylandError(
        'storage_unavailable',
        `the draft "${row.name}" was written, but not its row for the router`,
        {
          hint: 'Run "wayland-core learn" again: the review goes on from there.',
        },
      )
    return { status: 'staged', skill: row.name, versionId: version.id }
  }

  return { stage, confirm, reword }
}

/** The model's confidence can lower the prior of a draft, and not raise it. */
const priorOf = ({ confidence = 1 }: StagedFrom): number => Math.min(DRAFT_PRIOR, confidence)

/** A draft that is overwritten, and the turns of its next version. */
interface Existing {
  readonly row: SkillRecord
  readonly versions: readonly VersionRecord[]
  readonly evidence: readonly string[]
}
