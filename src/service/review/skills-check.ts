import { digestFiles } from '../../domain/digest.ts'
import { asWaylandError } from '../../domain/errors.ts'
import { isWithdrawn } from '../../domain/skill.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { at, type Disagreement, FIX, history, skill } from './ledger-check.ts'

/** Whether the folders of skills hold what their rows say. */
export function createSkillsCheck({ store, folder }: Core<'store' | 'folder'>) {
  async function inSkills(
    skills: readonly SkillRecord[],
    {
      heads,
      seen,
      quick,
      fix,
    }: {
      readonly heads: ReadonlyMap<string, VersionRecord>
      /** Stamps of the folders at the last look. */
      readonly seen: ReadonlyMap<string, string>
      /** A folder whose row has the same stamp is not read again. */
      readonly quick: boolean
      readonly fix: boolean
    },
  ): Promise<Disagreement[]> {
    const found: Disagreement[] = []
    for (let from = 0; from < skills.length; from += READ_AT_ONCE) {
      const part = skills.slice(from, from + READ_AT_ONCE).map((row) => {
        const [stamp, head] = [seen.get(row.name), heads.get(row.id)]
        const isAsRead = quick && row.stamp !== '' && stamp === row.stamp && row.digest === head?.digest
        return { row, head, stamp, isAsRead: isAsRead && !isWithdrawn(row) }
      })
      const due = part.flatMap(({ head, isAsRead }) => (isAsRead || head === undefined ? [] : [head.id]))
      const stored = due.length === 0 ? NO_FILES : await store.filesOf(due)
      for (const { row, head, stamp, isAsRead } of part) {
        const kept = head && { head, files: stored.get(head.id) ?? new Map<string, Uint8Array>() }
        if (kept === undefined) found.push(skill(`"${row.name}" has no version ${row.headVersion}`, history(row)))
        else if (isWithdrawn(row)) found.push(...(await inArchive(row, kept)))
        else if (!isAsRead) found.push(...(await inRoot(row, kept, { stamp, fix })))
      }
    }
    return found
  }

  /** A withdrawn skill is complete while its version can be read from the database or from the archive. */
  async function inArchive(row: SkillRecord, { head, files }: KeptVersion): Promise<Disagreement[]> {
    const kept = await folder.kept(row.path).catch(asWaylandError)
    const restore = `wayland-core --skills-restore ${row.name}`
    if (kept instanceof Error)
      return [at('folder', `${row.path} cannot be read: ${kept.message}`, `${restore} --use version`)]
    if (typeof kept === 'object' && kept.digest !== head.digest)
      return [at('folder', `the files in ${row.path} differ from version ${head.version} of "${row.name}"`, restore)]
    if (typeof kept === 'object' || digestFiles(files) === head.digest) return []
    return [skill(`nothing is left of "${row.name}" but its ledger`, `wayland-core purge ${row.name}`)]
  }

  async function inRoot(
    row: SkillRecord,
    { head, files }: KeptVersion,
    { stamp, fix }: { readonly stamp: string | undefined; readonly fix: boolean },
  ): Promise<Disagreement[]> {
    const path = `${folder.root}/${row.name}`
    const there = await folder.read(row.name, stamp).catch(asWaylandError)
    if (there instanceof Error)
      return [at('folder', `${path} cannot be read: ${there.message}`, 'Make it readable again')]
    if (there?.digest !== head.digest)
      return [at('folder', `${path} is not what version ${head.version} of "${row.name}" says`, 'wayland-core check')]
    // Bytes that are those of the folder have its digest.
    if (isSame(files, there.files) || digestFiles(files) === head.digest) return []
    const { files: bytes } = there
    if (fix) await store.rebuild({ ...NOTHING_MORE, skills: [{ skill: row, version: { ...head, files: bytes } }] })
    return [skill(`the database has not the files of version ${head.version} of "${row.name}"`, FIX, fix)]
  }

  /** Folders of known skills that no longer hold a SKILL.md. */
  async function halves(skills: readonly SkillRecord[], seen: ReadonlyMap<string, string>): Promise<Disagreement[]> {
    const found: Disagreement[] = []
    const withdrawn = new Set(skills.filter(isWithdrawn).map(({ name }) => name))
    for (const name of await folder.rests(seen)) {
      const path = `${folder.root}/${name}`
      const isKept = withdrawn.has(name)
      const fix = isKept ? `wayland-core --skills-restore ${name}` : `Put its SKILL.md back, or move ${path} away`
      found.push(at('folder', `${path} is half a skill: it has no SKILL.md`, fix))
    }
    return found
  }

  return { inSkills, halves }
}

interface KeptVersion {
  readonly head: VersionRecord
  readonly files: Files
}

type Files = ReadonlyMap<string, Uint8Array>

const isSame = (one: Files, other: Files): boolean =>
  one.size === other.size &&
  [...one].every(([path, bytes]) => {
    const there = other.get(path)
    return there !== undefined && Buffer.compare(bytes, there) === 0
  })
const NOTHING_MORE = { lines: [], revocations: [], copies: [] } as const
const NO_FILES: ReadonlyMap<string, Files> = new Map()

/** Skills whose files are read from the database in one query. */
const READ_AT_ONCE = 100
