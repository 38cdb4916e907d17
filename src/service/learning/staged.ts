import type { Refusal } from '../../domain/learning/gate.ts'
import type { SkillLookups } from '../../store/ports/skill-store.ts'
import type { HasFolderLock } from '../../store/ports/upkeep.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'

/** The result for a proposal: staged, as a draft or a proposed version on which a person decides, or refused. */
export type Staged =
  | { readonly status: 'staged'; readonly skill: string; readonly versionId: string }
  | ({ readonly status: 'refused' } & Refusal)

export interface StagedFrom {
  /** Id of the proposal, by which a second attempt finds the result of the first. */
  readonly id: string
  /** Ids of the cited turns. */
  readonly turnIds: readonly string[]
  readonly reason: string
  readonly document?: string | undefined
  /** How sure the model is of it, 0 to 1: its score before it was used, where that is lower than a draft's. */
  readonly confidence?: number
  /** `watching`: not offered, because no run stands behind it. */
  readonly grade: 'staged' | 'watching'
  /** Digest of the text that was measured, for which the reason speaks: these bytes are staged, or nothing. */
  readonly measured?: string
}

export const refusedBy = (refusal: Refusal): Staged => ({ status: 'refused', ...refusal })
export const refused = (rule: string, reason: string): Staged => ({ status: 'refused', rule, reason })
export const stagedAs = (skill: string, { id }: Pick<VersionRecord, 'id'>): Staged => ({
  ...{ status: 'staged', skill, versionId: id },
})

/** The skill of a name as its folder has it now. */
export interface HeldSkill {
  readonly row: SkillRecord | undefined
  readonly versions: readonly VersionRecord[]
  readonly head: VersionRecord | undefined
}

/** Does something with the skill of a name while nobody else writes in the skills folder. */
export const held = async (
  { store, catalogue }: { readonly store: SkillLookups & VersionStore & HasFolderLock; readonly catalogue: Catalogue },
  name: string,
  work: (now: HeldSkill) => Promise<Staged>,
): Promise<Staged> =>
  await store.folderLock(async () => {
    await catalogue.syncHeld(name)
    const row = await store.skill(name)
    const versions = row === undefined ? [] : await store.versions(row.id)
    return await work({ row, versions, head: versions.find(({ version }) => version === row?.headVersion) })
  })
