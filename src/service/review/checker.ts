import { digestFiles } from '../../domain/digest.ts'
import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import type { ExportRecord, LedgerLine, SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { aboutSkills } from '../catalogue/ledger-mirror.ts'
import { isWithdrawn } from '../catalogue/records.ts'
import type { StrayCopy } from '../catalogue/stray-copies.ts'
import type { Core } from '../core.ts'
import type { ScheduleFault } from '../schedule/schedule-faults.ts'
import { at, createLedgerCheck, type Disagreement, FIX, history, skill } from './ledger-check.ts'

/** Checks that rows, folders, ledger and copies agree, and repairs what can be repaired without loss. */
export interface Checker {
  /**
   * `quick` checks rows, folders and unnoted copies only, and compares size and times of a folder's files instead of its
   * bytes. Throws the store's fault.
   */
  check(how?: { readonly fix?: boolean; readonly quick?: boolean }): Promise<readonly Disagreement[]>
}

export function createChecker(
  parts: Core<'store' | 'folder' | 'catalogue' | 'ledgerFile' | 'repairs'> & {
    /** Brings the copies of skills for agents in line with the skills. */
    readonly sync: () => Promise<unknown>
    /** Digest of a copy; undefined where it is gone. */
    readonly readCopy: (copy: ExportRecord) => Promise<string | undefined>
    /** Copies in the folders of agents without an export record. */
    readonly strays: (skills: readonly SkillRecord[]) => Promise<readonly StrayCopy[]>
    /** What is wrong with schedules and their copies of skills. */
    readonly schedules: () => Promise<readonly ScheduleFault[]>
  },
): Checker {
  const { store, folder, catalogue, ledgerFile, sync, readCopy, strays, schedules, repairs } = parts
  const ledgerCheck = createLedgerCheck({ store, ledgerFile })

  async function check({ fix = false, quick = false } = {}): Promise<readonly Disagreement[]> {
    // From a database in memory nothing may be written over what is kept beside the skills.
    if (fix && 'none' in store.place)
      throw new WaylandError(
        'storage_unavailable',
        `a repair needs the database, and there is none: ${store.place.none}`,
      )
    if (quick) return await disagreements(fix, quick)
    const verified = store.verify()
    // Nothing is repaired from what may be damaged.
    if (fix) await verified
    const [whole, found] = await Promise.allSettled([verified, disagreements(fix, quick)])
    // Damage of the file is the cause of what else cannot be read.
    if (whole.status === 'rejected') throw whole.reason
    if (whole.value === 'renewed') return await disagreements(fix, quick)
    if (found.status === 'rejected') throw found.reason
    return found.value
  }

  async function disagreements(fix: boolean, quick: boolean): Promise<readonly Disagreement[]> {
    const seen = await catalogue.sync()
    const skills = await catalogue.all()
    const heads = await store.heads()
    const found = [...(await inSkills(skills, { heads, seen, quick, fix })), ...(await halves(skills, seen))]
    found.push(...(await strays(skills)).map(strayCopy))
    if (quick) return found
    const before = await store.ledger()
    const inRows = await ledgerCheck.inRows(skills, heads, { ledger: before, fix })
    const ledger = fix ? await store.ledger() : before
    return [
      ...found,
      ...(await withoutRow(skills, ledger, fix)),
      ...inRows,
      ...(await ledgerCheck.beside(aboutSkills(ledger), fix)),
      ...(await inCopies(fix)),
      ...(await schedules()).flatMap((one) => (one.isKept ? [at('schedule', one.found, one.fix)] : [])),
    ]
  }

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

  /** Skills that were not purged, and whose row is gone. Those whose folder is there were rebuilt by the look before. */
  async function withoutRow(
    skills: readonly SkillRecord[],
    ledger: readonly LedgerLine[],
    fix: boolean,
  ): Promise<Disagreement[]> {
    const has = new Set(skills.map(({ name }) => name))
    const last = new Map(aboutSkills(ledger).map((line) => [line.skillName, line]))
    const lost = [...last.values()].filter(({ skillName, move }) => move !== 'purge' && !has.has(skillName))
    if (lost.length === 0) return []
    if (fix) {
      for (const { skillName } of lost) await repairs.regain([skillName])
      await catalogue.sync()
    }
    return await Promise.all(
      lost.map(async ({ skillName, toStatus }) => {
        const isBack = fix && (await store.skill(skillName)) !== undefined
        const what = `the ledger tells of "${skillName}", ${toStatus}, and the database has no row of it`
        return skill(what, fix && !isBack ? BACKUP : FIX, isBack)
      }),
    )
  }

  async function inCopies(fix: boolean): Promise<Disagreement[]> {
    const gone: string[] = []
    const found: Disagreement[] = []
    for (const copy of await store.exports()) {
      const digest = await readCopy(copy).catch(() => '')
      if (digest === undefined) gone.push(copy.path)
      else if (!copy.digests.includes(digest))
        found.push(at('copy', `${copy.path} was changed there`, 'Edit the skill itself, or remove that copy'))
    }
    if (gone.length > 0 && fix) await sync()
    return [...found, ...gone.map((path) => at('copy', `${path} is gone`, 'wayland-core sync', fix))]
  }

  return { check }
}

const strayCopy = ({ skill, status, path }: StrayCopy): Disagreement =>
  at('copy', `${path} is a copy of "${skill}", which is ${status}: agents read it there`, `Move ${path} away`)

/** A version with its files in the database. */
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

const BACKUP = 'wayland-core restore of a backup that has it; nothing beside the skills tells of it'
