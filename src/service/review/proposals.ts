import { digestFiles } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { SkillStore } from '../../store/ports/skill-store.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillChange, SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { ledgerLine, newVersion, numberAfter } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import { type Change, type Merged, merging } from '../drafts/merging.ts'

/** The waiting version of a skill, merged into its current files. */
export interface Proposal {
  readonly version: VersionRecord
  readonly merged: Merged
  /** Whether it was merged into the current files; if not, it has to be shown again before parts can be chosen. */
  readonly current: boolean
}

/** A version with its files, in the form that a skill change takes. */
export type NewVersion = NonNullable<SkillChange['version']>

export type Proposals = ReturnType<typeof createProposals>

/** Proposals: new drafts merged into the files that a person has, waiting for their decision. */
export function createProposals({ store, clock }: Core<'clock'> & { readonly store: SkillStore & VersionStore }) {
  const merge = merging({ store })

  /** The newest proposal of a skill. Throws `illegal_move` where none waits. */
  async function of(row: SkillRecord): Promise<Proposal> {
    const versions = await store.versions(row.id)
    const version = openOnes(versions).at(-1)
    if (version === undefined)
      throw new WaylandError('illegal_move', `no version of "${row.name}" is proposed`, {
        hint: `See its versions with "wayland-core history ${row.name}".`,
      })
    const draft = await store.draftOf(version.id)
    const parent = version.author === 'model' ? version.parentId : null
    // What was kept out of a model's change was so when it was proposed.
    const change = parent === null ? undefined : { of: await store.files(parent), isWhole: true }
    const merged = await merge(row, versions, draft.size > 0 ? draft : await store.files(version.id), change)
    const head = versions.find((v) => v.version === row.headVersion)
    const files = stamped(merged.files(), version.version, row)
    return { version, merged, current: version.parentId === head?.id && digestFiles(files) === version.digest }
  }

  /** A drafted version in the form in which it is proposed: merged into the person's files. */
  async function merged(
    row: SkillRecord,
    versions: readonly VersionRecord[],
    drafted: NewVersion,
    change?: Change,
  ): Promise<NewVersion> {
    const bytes = new Map([...drafted.files].map(([path, content]) => [path, new Uint8Array(Buffer.from(content))]))
    return withMerge(drafted, await merge(row, versions, bytes, change), row)
  }

  /** The next version from a proposal: all parts but conflicts, or the parts taken. */
  async function next(row: SkillRecord, { version, merged }: Proposal, taken?: Taken): Promise<NewVersion> {
    const versions = await store.versions(row.id)
    const head = versions.find((v) => v.version === row.headVersion)
    const { id: _, createdAt: __, ...same } = version
    const made = newVersion(clock, {
      ...{ ...same, version: numberAfter(versions), parentId: head?.id ?? null, triggerId: null },
    })
    return withMerge({ ...made, files: new Map() }, merged, row, taken)
  }

  /** Merges a proposal again into files that changed since; the caller holds the folder's lock. */
  async function renew(row: SkillRecord, proposal: Proposal): Promise<Proposal> {
    const version = await next(row, proposal)
    const reason = `version ${proposal.version.version} merged anew into ${row.headVersion}`
    const ledger = ledgerLine({ at: clock.now(), move: 'propose', before: row, versionId: version.id, reason })
    const decides = supersede(await store.versions(row.id))
    if (!(await store.apply({ skill: row, expect: row, version: { ...version, reason }, decides, ledger })))
      throw new WaylandError('conflict', `"${row.name}" was changed by another process meanwhile`)
    return await of(row)
  }

  return { of, merged, next, renew }
}

/** The parts of a proposal that a person took; with `isAll` the proposal is settled, its conflicts included. */
export interface Taken {
  readonly numbers: ReadonlySet<number>
  readonly isAll: boolean
}

function withMerge(version: NewVersion, merged: Merged, row: SkillRecord, taken?: Taken): NewVersion {
  const files = stamped(merged.files(taken?.numbers), version.version, row)
  const { files: _, draft: __, ...record } = version
  // What a model changed is kept by later drafts as a person's edit is: it is no draft to compare them with.
  const baseId = version.author === 'model' ? null : (merged.baseId ?? (taken === undefined ? null : record.parentId))
  const draft = () => stamped(merged.draft(taken?.isAll === false ? taken.numbers : undefined), version.version, row)
  return { ...record, files, digest: digestFiles(files), baseId, ...(baseId === null ? {} : { draft: draft() }) }
}

/** Sets the version in the manifest, and for a reviewed skill that no review is needed. */
function stamped(
  files: ReadonlyMap<string, Uint8Array>,
  version: string,
  { needsReview }: SkillRecord,
): ReadonlyMap<string, Uint8Array> {
  const manifest = files.get('manifest.json')
  if (manifest === undefined) return files
  const text = Buffer.from(manifest).toString('utf8')
  const said = text
    .replace(/^( {2}"version": )"[^"\n]*"/m, `$1"${version}"`)
    .replace(/^( {2}"needs_review": )(?:true|false)/m, `$1${needsReview}`)
  return new Map(files).set('manifest.json', Buffer.from(said))
}

const openOnes = (versions: readonly VersionRecord[]): readonly VersionRecord[] =>
  versions.filter(({ state }) => state === 'proposed')

/** The ids of proposals that another version replaces, without `but`. */
export const supersede = (versions: readonly VersionRecord[], but?: string) =>
  openOnes(versions)
    .filter(({ id }) => id !== but)
    .map(({ id }) => ({ versionId: id, state: 'superseded' as const }))
