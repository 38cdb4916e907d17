import type { Kept, LineChange, Part } from '../../domain/merge/skill-md.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { hasDraftLines, withoutDraftLines } from '../catalogue/reviewed-files.ts'

type Files = ReadonlyMap<string, Uint8Array>

/** A draft merged into the head of a skill. */
export interface Merged {
  readonly parts: readonly Part[]
  readonly along: readonly LineChange[]
  readonly kept: readonly Kept[]
  /** The files with these parts; without `numbers`, with all parts but conflicts. */
  files(numbers?: ReadonlySet<number>): Files
  /** The drafted files without a person's lines, with these parts. */
  draft(numbers?: ReadonlySet<number>): Files
  /** The base of the three-way merge: the version whose draft it was; null where no line is a person's. */
  readonly baseId: string | null
}

/** A draft that changes a known version. */
export interface Change {
  readonly of: Files
  /** Taken in as it is: no line that a person once removed is kept out of it, and where nothing else changed no byte. */
  readonly isWhole: boolean
}

/** Latest versions by a person that are searched for lines that they removed. */
const MAX_LINEAGE = 50

/**
 * Three-way merge of a draft into the head of a skill: base is the last draft, one side is the head with a person's
 * edits, the other is the new draft.
 */
export function merging({ store }: { readonly store: Pick<VersionStore, 'files' | 'draftOf'> }) {
  return async (
    row: SkillRecord,
    versions: readonly VersionRecord[],
    drafted: Files,
    /** What the draft was made from, where it is a change of a known version; otherwise the last draft. */
    change?: Change,
  ): Promise<Merged> => {
    // Loaded when there is something to merge.
    const [{ mergeSkillMd }, { mergeSupportFiles }] = await Promise.all([
      import('../../domain/merge/skill-md.ts'),
      import('../../domain/merge/support-files.ts'),
    ])
    const lineage = lineageOf(row, versions)
    const mine = lineage[0] === undefined ? new Map() : await store.files(lineage[0].id)
    const before = change === undefined ? await draftBefore(lineage, versions) : { id: null, files: change.of }
    const own = textOf(mine)
    const asMine = (files: Files): Files =>
      hasDraftLines(own) ? files : withText(files, withoutDraftLines(textOf(files)))
    const [base, theirs] = [asMine(before?.files ?? drafted), asMine(drafted)]
    const others = mergeSupportFiles({ base, mine, theirs })
    const removed = change?.isWhole === true ? [] : await linesTakenOut(lineage, versions)
    const merge = isText(mine)
      ? mergeSkillMd({ base: textOf(base), mine: own, theirs: textOf(theirs) }, removed)
      : { parts: [], along: [], kept: [], text: undefined, base: () => textOf(theirs) }
    const isUntouched = change?.isWhole === true && sameFiles(change.of, mine)
    const files = (numbers?: ReadonlySet<number>): Files =>
      isUntouched && numbers === undefined
        ? theirs
        : merge.text === undefined
          ? new Map([...others.files, ...skillMd(mine)])
          : withText(others.files, merge.text(numbers))
    const isDraft = sameFiles(files(), theirs)
    return {
      parts: merge.parts,
      along: merge.along,
      kept: [...merge.kept, ...others.kept],
      files,
      draft: (numbers) => (numbers === undefined ? drafted : withText(theirs, merge.base(numbers))),
      baseId: isDraft ? null : (before?.id ?? null),
    }
  }

  /**
   * The last draft that the head descends from, or that a person has rejected since, so that it is not proposed again.
   */
  async function draftBefore(lineage: readonly VersionRecord[], versions: readonly VersionRecord[]) {
    const passed = new Set<string>()
    for (const version of lineage) {
      passed.add(version.id)
      const own = await draftFiles(version)
      if (own === undefined) continue
      const aside = rejectedOver(passed, versions).at(-1)
      return aside === undefined
        ? { id: version.id, files: own }
        : { id: aside.id, files: (await draftFiles(aside)) ?? own }
    }
    return undefined
  }

  async function draftFiles(version: VersionRecord): Promise<Files | undefined> {
    const draft = await store.draftOf(version.id)
    return draft.size > 0
      ? draft
      : version.author === 'auto' || version.author === 'team'
        ? await store.files(version.id)
        : undefined
  }

  /** Lines of earlier drafts that a person removed, in any version of theirs or by rejecting a proposal. */
  async function linesTakenOut(lineage: readonly VersionRecord[], versions: readonly VersionRecord[]) {
    const { linesGone } = await import('../../domain/merge/skill-md.ts')
    const gone = new Set<string>()
    const note = (draft: Files, kept: Files) => {
      for (const line of linesGone(textOf(draft), textOf(kept))) gone.add(line)
    }
    let drafted: Files | undefined
    for (const version of lineage.slice(0, MAX_LINEAGE).toReversed()) {
      drafted = (await draftFiles(version)) ?? drafted
      if (drafted !== undefined) note(drafted, await store.files(version.id))
    }
    for (const aside of rejectedOver(new Set(lineage.map(({ id }) => id)), versions).slice(-MAX_LINEAGE)) {
      const draft = await draftFiles(aside)
      if (draft !== undefined && aside.parentId !== null) note(draft, await store.files(aside.parentId))
    }
    return gone
  }
}

/** The versions that the head descends from, the head first; without proposals that were never accepted. */
function lineageOf(row: SkillRecord, versions: readonly VersionRecord[]): readonly VersionRecord[] {
  const byId = new Map(versions.map((version) => [version.id, version]))
  const lineage: VersionRecord[] = []
  let version = versions.find((v) => v.version === row.headVersion)
  for (; version !== undefined && lineage.length < versions.length; version = byId.get(version.parentId ?? ''))
    if (version.state === 'accepted' || lineage.length === 0) lineage.push(version)
  return lineage
}

const rejectedOver = (parents: ReadonlySet<string>, versions: readonly VersionRecord[]): readonly VersionRecord[] =>
  versions.filter(
    ({ state, parentId, author }) => state === 'rejected' && author === 'auto' && parents.has(parentId ?? ''),
  )

const textOf = (files: Files): string => Buffer.from(files.get('SKILL.md') ?? []).toString('utf8')

const withText = (files: Files, text: string): Files => new Map([...files, ['SKILL.md', Buffer.from(text)]])

const skillMd = (files: Files): Files => new Map([...files].filter(([path]) => path === 'SKILL.md'))

/** Files that are no valid UTF-8 are left as they are. */
const isText = (files: Files): boolean => Buffer.from(textOf(files)).equals(files.get('SKILL.md') ?? Buffer.alloc(0))

const sameFiles = (one: Files, other: Files): boolean =>
  one.size === other.size &&
  [...one].every(
    ([path, bytes]) => path === 'manifest.json' || Buffer.from(bytes).equals(other.get(path) ?? Buffer.alloc(0)),
  )
