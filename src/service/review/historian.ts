import { beyond, type Capability } from '../../domain/capabilities/capability.ts'
import { WaylandError } from '../../domain/errors.ts'
import { isGrant } from '../../domain/lifecycle.ts'
import type { Kept, LineChange, Part } from '../../domain/merge/skill-md.ts'
import { isDrafted } from '../../domain/skill.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { LedgerLine, SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { Proposal, Proposals } from './proposals.ts'

/** A published or proposed state of a skill's files. */
export interface SkillVersion extends Omit<VersionRecord, 'skillId' | 'triggerId'> {
  /** Whether the folder holds this version. */
  readonly head: boolean
}

/** One file before and after; an absent text means that there is no such file. */
export interface FileChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The difference between a proposal and the head. */
export interface ProposedChange {
  readonly skill: string
  readonly from: string
  readonly to: string
  readonly files: readonly FileChange[]
  /** The numbered parts in which SKILL.md would change; conflicts change only if named. */
  readonly parts: readonly Part[]
  /** Lines with the draft's own figures, which change with any accepted part. */
  readonly along: readonly LineChange[]
  /** What a person added or removed, which the merge keeps. */
  readonly kept: readonly Kept[]
}

/** What a skill can do, and which of it is new to the person. */
export interface Abilities {
  readonly capabilities: readonly Capability[]
  /** Those that the version that was approved last has not; absent where none was approved. */
  readonly fresh?: readonly Capability[]
}

/** Reads the past of skills: versions, ledger lines, and what a proposal would change. */
export interface Historian {
  /** Ledger lines, oldest first, of one skill or of all. */
  history(skill?: string): Promise<readonly LedgerLine[]>
  /**
   * Takes changes made by hand in the skills folder into rows; returns their ledger lines, including those from the
   * start of this process.
   */
  reconcile(): Promise<readonly LedgerLine[]>
  /** Every version of a skill, oldest first. */
  versions(skill: string): Promise<readonly SkillVersion[]>
  /** The files of a skill's head, or of another version by its number. Throws `not_found`. */
  filesOf(skill: string, version?: string): Promise<ReadonlyMap<string, Uint8Array>>
  /** What the files of a skill's head, or of another version, can do. Throws `not_found`. */
  abilities(skill: string, version?: string): Promise<Abilities>
  /** A portion of all ledger lines: those with a number above `after`, oldest first, at most `limit`. */
  historyAfter(after: number, limit: number): Promise<readonly LedgerLine[]>
  /** `versions` of every skill, or of those with these ids, by the id of the skill, as the rows are; reads no folder. */
  allVersions(skillIds?: readonly string[]): Promise<ReadonlyMap<string, readonly SkillVersion[]>>
  /** The newest proposal against the head, merged anew if the files changed. Throws `illegal_move` without one. */
  proposal(skill: string): Promise<ProposedChange>
}

export function createHistorian(
  parts: Core<'store' | 'catalogue'> & {
    readonly proposals: Proposals
    /** The newest ledger line when this process started. */
    readonly since: number
  },
): Historian {
  const { store, catalogue, proposals, since } = parts
  async function versionOf({ id, name, headVersion }: SkillRecord, version = headVersion): Promise<VersionRecord> {
    const found = (await store.versions(id)).find((one) => one.version === version)
    if (found === undefined)
      throw new WaylandError('not_found', `"${name}" has no version ${version}`, {
        hint: 'List the ledger with "wayland-core history".',
      })
    return found
  }

  return {
    async history(skill) {
      return await store.ledger(skill === undefined ? undefined : (await catalogue.find(skill)).name)
    },
    async reconcile() {
      await catalogue.sync()
      return (await store.ledger()).filter(({ id }) => id > since)
    },
    async versions(skill) {
      const { id, headVersion } = await catalogue.find(skill)
      return (await store.versions(id)).map((record) => shown(record, headVersion))
    },
    async filesOf(skill, version) {
      return await store.files((await versionOf(await catalogue.find(skill), version)).id)
    },
    async abilities(skill, version) {
      const row = await catalogue.find(skill)
      // Loaded on demand: the shell parser is most of the start of a short process.
      const { capabilitiesOf, draftCapabilities } = await import('../../domain/capabilities/look.ts')
      const look = isDrafted(row.origin) ? draftCapabilities : capabilitiesOf
      const capabilities = look(await store.files((await versionOf(row, version)).id))
      const granted = (await store.ledger(row.name)).findLast(
        (line) => line.skillId === row.id && isGrant(line.move) && line.versionId !== null,
      )?.versionId
      if (granted == null) return { capabilities }
      return { capabilities, fresh: beyond(capabilities, look(await store.files(granted))) }
    },
    historyAfter: store.ledgerAfter,
    async allVersions(skillIds) {
      await catalogue.refresh()
      const asked = skillIds && new Set(skillIds)
      const heads = new Map<string, string>()
      for (const { id, headVersion } of await catalogue.all())
        if (asked === undefined || asked.has(id)) heads.set(id, headVersion)
      const found = new Map<string, SkillVersion[]>([...heads.keys()].map((id) => [id, []]))
      for (const record of await store.allVersions(skillIds))
        found.get(record.skillId)?.push(shown(record, heads.get(record.skillId)))
      return found
    },
    async proposal(skill) {
      const looked = await catalogue.find(skill)
      const seen = await proposals.of(looked)
      if (seen.current) return await changeOf(looked, seen)
      return await store.folderLock(async () => {
        await catalogue.syncHeld()
        const row = findSkill(await catalogue.all(), looked.id)
        const now = await proposals.of(row)
        return await changeOf(row, now.current ? now : await proposals.renew(row, now))
      })
    },
  }

  async function changeOf({ id, name, headVersion }: SkillRecord, proposal: Proposal): Promise<ProposedChange> {
    const { version, merged } = proposal
    const head = (await store.versions(id)).find((v) => v.version === headVersion)
    const [before, after] = [await store.files(head?.id ?? ''), await store.files(version.id)]
    const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
    const text = (bytes: Uint8Array | undefined) =>
      bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')
    // By bytes: other bytes that are no UTF-8 can read the same.
    const changed = paths.filter((path) => !isSame(before.get(path), after.get(path)))
    return {
      skill: name,
      from: headVersion,
      to: version.version,
      files: changed.map((path) => ({ path, before: text(before.get(path)), after: text(after.get(path)) })),
      parts: merged.parts,
      along: merged.along,
      kept: merged.kept,
    }
  }
}

const isSame = (before: Uint8Array | undefined, after: Uint8Array | undefined): boolean =>
  before === undefined || after === undefined ? before === after : Buffer.compare(before, after) === 0

/** Field by field, which takes a fifth of the time of a copy of all but two, and there are many versions. */
const shown = (record: VersionRecord, head: string | undefined): SkillVersion => ({
  id: record.id,
  version: record.version,
  parentId: record.parentId,
  author: record.author,
  reason: record.reason,
  state: record.state,
  digest: record.digest,
  evidence: record.evidence,
  createdAt: record.createdAt,
  baseId: record.baseId,
  head: record.version === head,
})
