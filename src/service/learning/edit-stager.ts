import { splitFrontMatter } from '../../domain/front-matter.ts'
import { withEdits } from '../../domain/learning/anchored-edits.ts'
import type { AnchoredEdit } from '../../domain/learning/prompts/merge.ts'
import { bodyDigest } from '../../domain/measurement.ts'
import { redactWith } from '../../domain/redact.ts'
import { newestVersion, nextVersion } from '../../domain/version.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { ledgerLine } from '../catalogue/records.ts'
import { createProposals, type NewVersion } from '../review/proposals.ts'
import type { StagerParts } from './skill-stager.ts'
import { refused, type Staged, type StagedFrom } from './staged.ts'

/**
 * Stores edits of a skill's text as a proposed version, also for a person's skill; the skill's files are not changed.
 */
export type EditStager = (name: string, edits: readonly AnchoredEdit[], from: StagedFrom) => Promise<Staged>

export function createEditStager({
  store,
  catalogue,
  clearance,
  clock,
  secrets,
}: Pick<StagerParts, 'store' | 'catalogue' | 'clearance' | 'clock' | 'secrets'>): EditStager {
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

  async function propose(row: SkillRecord, edits: readonly AnchoredEdit[], from: StagedFrom): Promise<Staged> {
    const versions = await store.versions(row.id)
    const own = versions.find(({ triggerId }) => triggerId === from.id)
    if (own !== undefined) return { status: 'staged', skill: row.name, versionId: own.id }
    if (versions.some(({ state }) => state === 'proposed'))
      return refused('waiting', `another version of "${row.name}" waits for a person already`)
    const head = versions.find(({ version }) => version === row.headVersion)
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
      ? { status: 'staged', skill: row.name, versionId: version.id }
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
    await store.folderLock(async () => {
      await catalogue.syncHeld(name)
      const row = await store.skill(name)
      return row === undefined || row.status === 'archived' || row.status === 'revoked'
        ? refused('target', `there is no skill "${name}" in use`)
        : await propose(row, edits, from)
    })
}

/** Edits apply to the body only: the front matter decides what a skill may do, and is the person's. */
function editedText(text: string, edits: readonly AnchoredEdit[]) {
  const { front, body } = splitFrontMatter(text)
  const made = withEdits(body, edits)
  const added = edits.map((edit) => edit.text).join('\n')
  return 'fault' in made ? made : { text: front + made.text, body: made.text, added }
}

type Files = Awaited<ReturnType<VersionStore['files']>>
