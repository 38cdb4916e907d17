import type { Kept, LineChange, Part } from '../domain/merge/skill-md.ts'
import { findSkill } from '../domain/skill-reference.ts'
import type { HasFolderLock } from '../store/folder-lock.ts'
import type { LedgerStore } from '../store/ports/ledger-store.ts'
import type { VersionStore } from '../store/ports/version-store.ts'
import type { LedgerLine, SkillRecord, VersionRecord } from '../store/skill-records.ts'
import type { Catalogue } from './catalogue.ts'
import type { Proposal, Proposals } from './proposals.ts'

/** A published or proposed state of a skill's files. */
export interface SkillVersion extends Omit<VersionRecord, 'skillId' | 'triggerId'> {
  /** Whether it is what the folder holds now. */
  readonly head: boolean
}

/** One file as it is and as it would be; absent text means that the file is not there. */
export interface FileChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** What is proposed for a skill against what is there. */
export interface ProposedChange {
  readonly skill: string
  readonly from: string
  readonly to: string
  readonly files: readonly FileChange[]
  /** The places in which SKILL.md would change, by number; those of a conflict change only when asked for. */
  readonly parts: readonly Part[]
  /** Figures of the draft in SKILL.md, which change with whatever is accepted. */
  readonly along: readonly LineChange[]
  /** What a person wrote or took out, which stays so. */
  readonly kept: readonly Kept[]
}

/** Looks back: versions, ledger lines, what a proposal would change. */
export interface Historian {
  /** Ledger lines, oldest first, of one skill or of all. */
  history(skill?: string): Promise<readonly LedgerLine[]>
  /** Takes in what was done by hand to the skills folder; the ledger lines of it, those of the start included. */
  reconcile(): Promise<readonly LedgerLine[]>
  /** Every version of a skill, oldest first. */
  versions(skill: string): Promise<readonly SkillVersion[]>
  /** The same of every skill, by its id. */
  allVersions(): Promise<ReadonlyMap<string, readonly SkillVersion[]>>
  /**
   * The newest proposal against the head, merged anew where the files changed since it was made. Throws `illegal_move` when
   * nothing is proposed.
   */
  proposal(skill: string): Promise<ProposedChange>
}

export function createHistorian({
  store,
  catalogue,
  proposals,
  since,
}: {
  readonly store: LedgerStore & VersionStore & HasFolderLock
  readonly catalogue: Catalogue
  readonly proposals: Proposals
  /** The newest ledger line from before this start. */
  readonly since: number
}): Historian {
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
    async allVersions() {
      await catalogue.sync()
      const heads = new Map((await catalogue.all()).map(({ id, headVersion }) => [id, headVersion]))
      const found = new Map<string, SkillVersion[]>([...heads.keys()].map((id) => [id, []]))
      for (const record of await store.allVersions())
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
    const files = paths.map((path) => ({ path, before: text(before.get(path)), after: text(after.get(path)) }))
    return {
      skill: name,
      from: headVersion,
      to: version.version,
      files: files.filter((file) => file.before !== file.after),
      parts: merged.parts,
      along: merged.along,
      kept: merged.kept,
    }
  }
}

const shown = (
  { skillId: _skill, triggerId: _trigger, ...version }: VersionRecord,
  head: string | undefined,
): SkillVersion => ({ ...version, head: version.version === head })
