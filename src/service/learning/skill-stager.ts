import type { DraftText } from '../../domain/draft/compose.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { ProposedSkill } from '../../domain/learning/proposal.ts'
import { skillText } from '../../domain/learning/skill-text.ts'
import type { SecretScanner } from '../../domain/redact.ts'
import { DRAFT_PRIOR } from '../../domain/routing/seeds.ts'
import { signature } from '../../domain/signature.ts'
import { isDraft } from '../../domain/skill.ts'
import { fieldsIn, parseSkillMd } from '../../domain/skill-md-format.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { ledgerLine } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import { draftRows } from '../drafts/draft-rows.ts'
import type { seeding } from '../drafts/seeding.ts'
import { vetDraft } from '../drafts/vet-draft.ts'
import { type HeldSkill, held, refused, type Staged, type StagedFrom, stagedAs } from './staged.ts'

export type SkillStager = ReturnType<typeof createSkillStager>

export interface StagerParts extends Core<'store' | 'folder' | 'publisher' | 'catalogue' | 'clearance' | 'clock'> {
  readonly secrets: SecretScanner
  readonly seed: ReturnType<typeof seeding>
}

/** Writes a model's drafts into the skills folder. */
export function createSkillStager(parts: StagerParts) {
  const { store, clearance, secrets } = parts

  /** The files of a draft that pass the rules on secrets and safety, or why they do not. */
  async function vetted(text: DraftText, from: StagedFrom) {
    const vet = await vetDraft(text, await store.turns(from.turnIds), { secrets, clearance })
    if (vet.refusal !== undefined) return refused('secrets', vet.refusal)
    return vet.quarantine === undefined ? vet : refused('safety', vet.quarantine)
  }

  async function stage(skill: ProposedSkill, from: StagedFrom): Promise<Staged> {
    const turns = (await store.turns(from.turnIds)).length
    const text = skillText(skill, { signature: signature(skill.examples.join(' ')), turns, document: from.document })
    const vet = await vetted(text, from)
    if ('status' in vet) return vet
    return await held(parts, text.name, async (now) =>
      madeOf(now, from) === undefined
        ? ((await nameTaken(parts, text, now)) ?? (await write(parts, vet.draft, vet.look, from)))
        : await foundAgain(parts, now, from),
    )
  }

  /** Adds these turns as evidence to a draft with the same content; other skills stay as they are. */
  async function confirm(name: string, from: StagedFrom): Promise<Staged> {
    return await held(parts, name, async (now) => {
      const { row, versions, head } = now
      if (madeOf(now, from) !== undefined) return await foundAgain(parts, now, from)
      if (row === undefined || head === undefined || head.author === 'person' || !isDraft(row))
        return refused('known', `"${name}" says it already`)
      const fresh = from.turnIds.filter((id) => !head.evidence.includes(id))
      if (fresh.length === 0) return stagedAs(name, head)
      const files = new Map(
        [...(await store.files(head.id))].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]),
      )
      files.delete('manifest.json')
      const { description, triggers, body, signature, look } = row
      const draft = {
        ...{ name, description, triggers, body, files },
        ...{ signature: signature ?? '', skillMd: files.get('SKILL.md') ?? '' },
      }
      const over = { row, versions, evidence: [...head.evidence, ...fresh] }
      return await write(parts, draft, look, { ...from, turnIds: fresh }, over)
    })
  }

  /** Replaces the wording of a draft, from the same turns, if this version is still its head. */
  async function reword(headId: string, text: DraftText, from: StagedFrom): Promise<Staged> {
    const vet = await vetted(text, from)
    if ('status' in vet) return vet
    return await held(parts, text.name, async (now) => {
      const { row, versions, head } = now
      if (madeOf(now, from) !== undefined) return await foundAgain(parts, now, from)
      if (row === undefined || !isDraft(row) || head?.id !== headId)
        return refused('changed', `"${text.name}" is not the draft any more that it was made from`)
      const over = { row, versions, evidence: head.evidence }
      return await write(parts, vet.draft, vet.look, { ...from, turnIds: [] }, over)
    })
  }

  return { stage, confirm, reword }
}

/** Why a name cannot be taken: a skill, a folder or a revocation has it. */
async function nameTaken(
  { store, folder }: StagerParts,
  { name, signature }: DraftText,
  { row }: HeldSkill,
): Promise<Staged | undefined> {
  if (row !== undefined) return refused('name', `there is a skill named "${name}", which is ${row.status}`)
  if (await folder.occupied(name))
    return refused('name', `${folder.root}/${name} is there already and was not written by wayland-core`)
  const revoked = (await store.revocations()).some(
    (one) => one.skillName === name || (signature !== '' && one.signature === signature),
  )
  return revoked ? refused('revoked', 'a person revoked a skill of this name, or for this') : undefined
}

const madeOf = ({ versions }: HeldSkill, { id }: StagedFrom) => versions.find(({ triggerId }) => triggerId === id)

/** What this proposal made before its process ended, with the router's row where it was not written any more. */
async function foundAgain({ seed }: StagerParts, now: HeldSkill, from: StagedFrom): Promise<Staged> {
  const { name, body, signature } = now.row!
  const version = madeOf(now, from)!
  await seed({ id: from.id }, { name, body, signature: signature ?? '' }, version, priorOf(from))
  return stagedAs(name, version)
}

/** Writes rows and folder; the caller holds the folder's lock. */
async function write(
  { store, folder, publisher, catalogue, clock, seed }: StagerParts,
  draft: DraftText,
  look: string | undefined,
  from: StagedFrom,
  over?: Existing,
): Promise<Staged> {
  const trigger = { id: from.id, turnIds: from.turnIds }
  const status = over?.row.status ?? from.grade
  const rows = draftRows({
    turns: await store.turns(from.turnIds),
    ...{ trigger, draft, look, now: over?.row, versions: over?.versions ?? [], as: 'head', clock, status },
    prior: priorOf(from),
    ...{ evidence: over?.evidence ?? from.turnIds, reason: from.reason, root: folder.root, author: 'model' },
  })
  const { version, files } = rows
  const row = { ...rows.skill, tags: fieldsIn(parseSkillMd(draft.skillMd)).tags }
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
  return stagedAs(row.name, version)
}

/** The model's confidence can lower the prior of a draft, and not raise it. */
const priorOf = ({ confidence = 1 }: StagedFrom): number => Math.min(DRAFT_PRIOR, confidence)

/** A draft that is overwritten, and the turns of its next version. */
interface Existing {
  readonly row: SkillRecord
  readonly versions: readonly VersionRecord[]
  readonly evidence: readonly string[]
}
