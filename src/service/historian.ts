import { WaylandError } from '../domain/errors.ts'
import { findSkill } from '../domain/skill-reference.ts'
import type { LedgerLine, VersionRecord } from '../store/skill-records.ts'
import type { Store } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'

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
}

/** Looks back: versions, ledger lines, what a proposal would change. */
export interface Historian {
  /** Ledger lines, oldest first, of one skill or of all. */
  history(skill?: string): Promise<readonly LedgerLine[]>
  /** Takes in what was done by hand to the skills folder; the ledger lines of it, those of the start included. */
  reconcile(): Promise<readonly LedgerLine[]>
  /** Every version of a skill, oldest first. */
  versions(skill: string): Promise<readonly SkillVersion[]>
  /** The newest proposal against the head. Throws `illegal_move` when nothing is proposed. */
  proposal(skill: string): Promise<ProposedChange>
}

export function createHistorian({
  store,
  catalogue,
  since,
}: {
  readonly store: Store
  readonly catalogue: Catalogue
  /** The newest ledger line from before this start. */
  readonly since: number
}): Historian {
  async function named(reference: string) {
    await catalogue.sync()
    return findSkill(catalogue.all(), reference)
  }

  return {
    async history(skill) {
      return await store.ledger(skill === undefined ? undefined : (await named(skill)).name)
    },
    async reconcile() {
      await catalogue.sync()
      return (await store.ledger()).filter(({ id }) => id > since)
    },
    async versions(skill) {
      const { id, headVersion } = await named(skill)
      const records = await store.versions(id)
      return records.map(({ skillId: _skill, triggerId: _trigger, ...version }) => ({
        ...version,
        head: version.version === headVersion,
      }))
    },
    async proposal(skill) {
      const { id, name, headVersion } = await named(skill)
      const versions = await store.versions(id)
      const proposed = versions.findLast(({ state }) => state === 'proposed')
      const head = versions.find(({ version }) => version === headVersion)
      if (proposed === undefined || head === undefined)
        throw new WaylandError('illegal_move', `no version of "${name}" is proposed`, {
          hint: `See its versions with "wayland-core history ${name}".`,
        })
      const [before, after] = [await store.files(head.id), await store.files(proposed.id)]
      const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
      const text = (bytes: Uint8Array | undefined) =>
        bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')
      const files = paths.map((path) => ({ path, before: text(before.get(path)), after: text(after.get(path)) }))
      return {
        skill: name,
        from: headVersion,
        to: proposed.version,
        files: files.filter((file) => file.before !== file.after),
      }
    },
  }
}
