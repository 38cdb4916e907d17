import { splitFrontMatter } from '../../domain/front-matter.ts'
import { withEdits } from '../../domain/learning/anchored-edits.ts'
import type { AnchoredEdit } from '../../domain/learning/prompts/merge.ts'
import { bodyDigest } from '../../domain/measurement.ts'
import { redactWith } from '../../domain/redact.ts'
import { isWithdrawn } from '../../domain/skill.ts'
import { newestVersion, nextVersion } from '../../domain/version.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { ledgerLine } from '../catalogue/records.ts'
import { createProposals, type NewVersion, supersede } from '../review/proposals.ts'
import type { StagerParts } from './skill-stager.ts'
import { type HeldSkill, held, refused, type Staged, type StagedFrom, stagedAs } from './staged.ts'

type EditStagerParts = Pick<StagerParts, 'store' | 'catalogue' | 'clearance' | 'clock' | 'secrets'>

/** Stores edits of a skill's text as a proposed version, also of a person's skill; its files are not changed. */
export type EditStager = (name: string, edits: readonly AnchoredEdit[], from: StagedFrom) => Promise<Staged>

export function createEditStager(parts: EditStagerParts): EditStager {
  const { store, clearance, clock, secrets } = parts
  const proposals = createProposals({ store, clock })

  /** The files with the edits applied, or the reason why they are not proposed. */
  async function editedFiles(before: Files, edits: readonly AnchoredEdit[], { turnIds, measured }: StagedFrom) {
    const edited = editedText(Buffer.from(before.get('SKILL.md') ?? '').toString('utf8'), edits)
    if ('fault' in edited) return refused('edits', edited.fault)
    if (measured !== undefined && bodyDigest(edited.body) !== measured)
      return refused('measured', 'the skill was changed while its text was measured')
    if ((await redactWith(secrets, edited.added)).found > 0)
      return refused('secrets', 'its edits hold what looks like a secret')
    const files = new Map([...before, ['SKILL.md', new Uint8Array(Buffer.from(edited.text))]])
    const { held } = await clearance.verdictOf(files, await store.turns(turnIds))
    return held === undefined ? files : refused('safety', held)
  }

  async function propose(
    row: SkillRecord,
    { versions, head }: HeldSkill,
    edits: readonly AnchoredEdit[],
    from: StagedFrom,
  ): Promise<Staged> {
    const own = versions.find(({ triggerId }) => triggerId === from.id)
    if (own !== undefined) return stagedAs(row.name, own)
    if (versions.some(({ state }) => state === 'proposed'))
      return refused('waiting', `another version of "${row.name}" waits for a person already`)
    const before = head && (await store.files(head.id))
    if (head === undefined || before?.has('SKILL.md') !== true)
      return refused('target', `the text of "${row.name}" is not known`)
    const files = await editedFiles(before, edits, from)
    if ('status' in files) return files
    const change = { of: before, isWhole: from.measured !== undefined }
    const version = await proposals.merged(row, versions, versionOf(row, head, versions, files, from), change)
    if (versions.some(({ state, digest }) => state === 'rejected' && digest === version.digest))
      return refused('rejected before', 'a person rejected the same edits')
    const ledger = ledgerLine({
      ...{ at: clock.now(), move: 'propose', before: row },
      ...{ versionId: version.id, reason: from.reason, actor: 'model' },
    })
    return (await store.apply({ skill: row, expect: row, version, ledger }))
      ? stagedAs(row.name, version)
      : refused('waiting', `"${row.name}" was changed by another process meanwhile`)
  }

  function versionOf(
    row: SkillRecord,
    head: VersionRecord,
    versions: readonly VersionRecord[],
    files: ReadonlyMap<string, Uint8Array>,
    { id, turnIds, reason }: StagedFrom,
  ): NewVersion {
    const number = nextVersion(newestVersion(versions.map(({ version }) => version)) ?? row.headVersion)
    return {
      ...{ id: clock.newId(), skillId: row.id, version: number, parentId: head.id, author: 'model', reason },
      ...{ state: 'proposed', digest: '', evidence: turnIds, triggerId: id, baseId: null, files },
      createdAt: clock.now().getTime(),
    }
  }

  return async (name, edits, from) =>
    await held(parts, name, async (now) =>
      now.row === undefined || isWithdrawn(now.row)
        ? refused('target', `there is no skill "${name}" in use`)
        : await propose(now.row, now, edits, from),
    )
}

/** The version of a skill that waits for a person. */
export const waitingOf = (versions: readonly VersionRecord[]): VersionRecord | undefined =>
  versions.findLast(({ state }) => state === 'proposed')

/** Adds turns as evidence to the version that waits, whose text says the same: it waits on, with all of them. */
export type WaitingSupport = (name: string, from: StagedFrom) => Promise<Staged>

export const createWaitingSupport =
  (parts: Pick<StagerParts, 'store' | 'catalogue' | 'clock'>): WaitingSupport =>
  async (name, from) =>
    await held(parts, name, async ({ row, versions }) => {
      const { store, clock } = parts
      const waiting = waitingOf(versions)
      if (row === undefined || waiting === undefined)
        return refused('waiting', `no version of "${name}" waits any more`)
      const fresh = from.turnIds.filter((id) => !waiting.evidence.includes(id))
      if (waiting.triggerId === from.id || fresh.length === 0) return stagedAs(name, waiting)
      const draft = await store.draftOf(waiting.id)
      const version = {
        ...{ ...waiting, id: clock.newId(), triggerId: from.id, createdAt: clock.now().getTime() },
        version: nextVersion(newestVersion(versions.map((one) => one.version)) ?? waiting.version),
        evidence: [...waiting.evidence, ...fresh],
        reason: `${waiting.reason}; said again: ${from.reason}`,
        files: await store.files(waiting.id),
        ...(draft.size === 0 ? {} : { draft }),
      }
      const ledger = ledgerLine({
        ...{ at: clock.now(), move: 'propose', before: row, actor: 'model' },
        ...{ versionId: version.id, reason: version.reason },
      })
      return (await store.apply({ skill: row, expect: row, version, decides: supersede(versions), ledger }))
        ? stagedAs(name, version)
        : refused('waiting', `"${name}" was changed by another process meanwhile`)
    })

/** Edits apply to the body only: the front matter decides what a skill may do, and is the person's. */
function editedText(text: string, edits: readonly AnchoredEdit[]) {
  const { front, body } = splitFrontMatter(text)
  const made = withEdits(body, edits)
  const added = edits.map((edit) => edit.text).join('\n')
  return 'fault' in made ? made : { text: front + made.text, body: made.text, added }
}

type Files = Awaited<ReturnType<VersionStore['files']>>
