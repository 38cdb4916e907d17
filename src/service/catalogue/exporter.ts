import { join } from 'node:path'
import { digestFiles } from '../../domain/digest.ts'
import { asWaylandError } from '../../domain/errors.ts'
import { type Shaped, type SkillFormat, shapedFor } from '../../domain/export/shape.ts'
import { visibilityOf } from '../../domain/visibility.ts'
import type { ExportFolder } from '../../store/copies-folder.ts'
import type { ExportRecord, SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { copyText } from './tool-names.ts'

/** An agent's skill folder that is to hold copies of active skills. */
export interface ExportTarget {
  readonly root: string
  /** `user`, or the folder of the project. */
  readonly base: string
  readonly engines: readonly string[]
  /** Other folders in which these engines find skills: a skill of the same name there would be seen twice. */
  readonly alsoRead: readonly string[]
}

/** The result for one copy. */
export interface ExportLine {
  readonly skill: string
  readonly path: string
  /** `edited`: a person changed the copy, which stays; `foreign`: another file or folder has the name, and stays. */
  readonly status: 'written' | 'current' | 'withdrawn' | 'edited' | 'foreign' | 'refused' | 'failed'
  readonly reason?: string
}

/** The result of one run. */
export interface Synced {
  readonly lines: readonly ExportLine[]
  /** Whether nothing is left for a later run: no copy failed, and no replaced one waits to be deleted. */
  readonly isDone: boolean
}

export interface Exporter {
  /**
   * Writes copies of active skills into the target folders, and removes copies of skills that are not active any more,
   * wherever they are. `bases` are the places all of whose folders are in `targets`: copies elsewhere below them are
   * removed, too. Only files that are exactly as this program wrote them are touched.
   */
  sync(targets: readonly ExportTarget[], bases: readonly string[]): Promise<Synced>
}

export interface ExporterParts extends Core<'store' | 'catalogue' | 'clock' | 'tell' | 'toolNames'> {
  /** The SKILL.md features that an engine supports. */
  readonly formatOf: (engine: string) => SkillFormat
  /** The project of a folder, as skills name it. */
  readonly projectOf: (folder: string) => string
  /** Undefined if the home or project that the folder belongs to is missing. */
  readonly open: (root: string, base: string) => Promise<ExportFolder | undefined>
}

export function createExporter(parts: ExporterParts): Exporter {
  const { store, catalogue, tell, projectOf, open } = parts
  const { write, withdraw } = createCopying(parts)

  async function sync(targets: readonly ExportTarget[], bases: readonly string[]): Promise<Synced> {
    return await store.folderLock(async () => {
      await catalogue.syncHeld()
      const records = await store.exports()
      const active = (await catalogue.all()).filter((skill) => visibilityOf(skill).exported)
      const all = [...targets, ...elsewhere(records, bases)]
      const synced: Synced[] = []
      for (const root of new Set([...all.map((target) => target.root), ...records.map((record) => record.root)])) {
        const target = all.find((one) => one.root === root)
        const there = records.filter((record) => record.root === root)
        if (target === undefined && there.length === 0) continue
        synced.push(await syncRoot(root, target, records, active))
      }
      return { lines: synced.flatMap(({ lines }) => lines), isDone: synced.every(({ isDone }) => isDone) }
    })
  }

  async function syncRoot(
    root: string,
    target: ExportTarget | undefined,
    records: readonly ExportRecord[],
    active: readonly SkillRecord[],
  ): Promise<Synced> {
    const there = records.filter((record) => record.root === root)
    const skills = target === undefined ? [] : active.filter((skill) => belongsIn(skill, target.base))
    try {
      const folder = await open(root, target?.base ?? there[0]?.base ?? '')
      if (folder === undefined) {
        for (const { path } of there) await store.forgetExport(path)
        return { lines: [], isDone: true }
      }
      if (await folder.hasLeftovers())
        for (const what of await folder.sweep(async (name, digest) => isNoted(there, name, digest)))
          tell({ kind: 'repaired', what })
      const lines: ExportLine[] = []
      for (const record of there)
        if (!skills.some(({ name }) => name === record.skillName)) lines.push(await withdraw(folder, record))
      if (target !== undefined) lines.push(...(await writeAll(folder, target, records, skills)))
      // A folder that an agent reads stays, even if empty: some agents watch only folders that exist when they start.
      await folder.tidy({ root: target === undefined })
      return { lines, isDone: !lines.some(({ status }) => status === 'failed') && !(await folder.hasLeftovers()) }
    } catch (error) {
      return allFailed(root, [...there.map(({ skillName }) => skillName), ...skills.map(({ name }) => name)], error)
    }
  }

  /** A project holds its own skills and those of every project; a person's own folder is the only one for all others. */
  const belongsIn = ({ projects = [] }: SkillRecord, base: string): boolean =>
    base === USER || projects.length === 0 || projects.includes(projectOf(base))

  async function writeAll(
    folder: ExportFolder,
    target: ExportTarget,
    records: readonly ExportRecord[],
    skills: readonly SkillRecord[],
  ): Promise<readonly ExportLine[]> {
    const stamps = new Map((await folder.list()).map(({ name, stamp }) => [name, stamp]))
    const twins = await elsewhereIn(open, target, records)
    const lines: ExportLine[] = []
    for (const skill of skills) {
      const record = records.find(({ root, skillName }) => root === folder.root && skillName === skill.name)
      const copy = { folder, target, skill, record, stamp: stamps.get(skill.name), twin: twins.get(skill.name) }
      lines.push(
        seenIn(target.base, skill, await one(skill.name, join(folder.root, skill.name), () => write(copy), isLocked)),
      )
    }
    return lines
  }

  return { sync }
}

/** Writes and withdraws the copies of skills in one folder, each with the record that it is ours. */
function createCopying({ store, clock, toolNames, formatOf }: ExporterParts) {
  async function withdraw(folder: ExportFolder, record: ExportRecord): Promise<ExportLine> {
    const { skillName: skill, path } = record
    return await one(skill, path, async () => {
      const left = await folder.retract(skill, (digest) => record.digests.includes(digest))
      // A copy that a person edited is theirs from now on.
      await store.forgetExport(path)
      return left === 'foreign'
        ? { status: 'edited', reason: 'it was changed there, stays, and is yours from now on' }
        : { status: 'withdrawn' }
    })
  }

  /** The files of a version for one folder, and what to say of the names of tools in them. */
  async function shape(skill: SkillRecord, version: string, engines: readonly string[]) {
    const files = await store.files(version)
    const own = Buffer.from(files.get('SKILL.md') ?? []).toString('utf8')
    const { text, note: names } = await copyText(toolNames, skill, own, engines)
    const named = text === own ? files : new Map(files).set('SKILL.md', Buffer.from(text))
    const shaped: Shaped = shapedFor(named, skill.origin, engines.map(formatOf))
    return { shaped, names: names === undefined ? {} : { reason: names } }
  }

  async function write({ folder, target, skill, record, stamp, twin }: Copy): Promise<Outcome> {
    const version = (await store.versions(skill.id)).find((v) => v.version === skill.headVersion)
    if (version === undefined) return { status: 'failed', reason: `it has no version ${skill.headVersion}` }
    // The stamp is unchanged since it was written: it need not be read.
    const tools = toolNames.edition()
    const isFor = record?.engines.join() === target.engines.join() && record.tools === tools
    if (isFor && record?.versionId === version.id && record.stamp !== null && record.stamp === stamp)
      return { status: 'current' }
    const { shaped, names } = await shape(skill, version.id, target.engines)
    const now = await folder.read(skill.name)
    if ('refused' in shaped) {
      if (record !== undefined) await withdraw(folder, record)
      return { status: 'refused', reason: shaped.refused }
    }
    const digest = digestFiles(shaped.files)
    const ours = record?.digests ?? []
    const theirs = inTheWay(record, now?.digest, twin, names.reason)
    if (theirs !== undefined) return theirs
    const note: ExportRecord = {
      path: join(folder.root, skill.name),
      root: folder.root,
      base: target.base,
      engines: target.engines,
      skillName: skill.name,
      versionId: version.id,
      tools,
      digests: [digest],
      stamp: now?.stamp ?? null,
      at: clock.now().getTime(),
    }
    if (now?.digest === digest) {
      await store.noteExport(note)
      return { status: 'current' }
    }
    // Recorded before the write: no copy may exist without its record.
    await store.noteExport({ ...note, digests: [...new Set([...ours, digest])], stamp: null })
    const published = await folder.publish(skill.name, shaped.files, (found) => ours.includes(found))
    if (published === 'foreign') {
      if (record === undefined) await store.forgetExport(note.path)
      return { status: 'foreign', reason: 'something else has this name there' }
    }
    // A replaced copy that is still there must be known for ours when it is swept.
    const kept = (await folder.hasLeftovers()) ? ours.filter((one) => one !== published.digest) : []
    await store.noteExport({ ...note, digests: [...kept, published.digest], stamp: published.stamp })
    return { status: 'written', ...names }
  }

  return { write, withdraw }
}

/** The base of a person's own folders. */
const USER = 'user'

/** Says of a copy in a person's own folder that agents see it outside of its project. */
function seenIn(base: string, { projects = [] }: SkillRecord, line: ExportLine): ExportLine {
  const isThere = line.status === 'written' || line.status === 'current'
  if (base !== USER || projects.length === 0 || !isThere) return line
  const everywhere = `agents see it in every project, although it is of ${projects.join(', ')}`
  return { ...line, reason: [line.reason ?? [], everywhere].flat().join('; ') }
}

interface Copy {
  readonly folder: ExportFolder
  readonly target: ExportTarget
  readonly skill: SkillRecord
  readonly record: ExportRecord | undefined
  /** Stamp of the present file. */
  readonly stamp: string | undefined
  /** Path of a skill of the same name in another folder that the engines read. */
  readonly twin: string | undefined
}

/** A file of another program or person at the copy's path, or a skill of the same name that would be seen beside it. */
function inTheWay(
  record: ExportRecord | undefined,
  digest: string | undefined,
  twin: string | undefined,
  names: string | undefined,
): Outcome | undefined {
  if (digest !== undefined && record?.digests.includes(digest) !== true)
    return record === undefined
      ? { status: 'foreign', reason: 'a skill of this name is there that wayland-core did not write' }
      : { status: 'edited', reason: [EDITED, ...(names === undefined ? [] : [names])].join('; ') }
  if (twin === undefined || record !== undefined) return undefined
  return { status: 'foreign', reason: `an agent that reads this folder finds a skill of this name in ${twin}, too` }
}

const EDITED = 'it was changed there; edit the skill itself, or remove that copy'

type Outcome = Pick<ExportLine, 'status' | 'reason'>

/** The result where a folder of copies could not be worked in. Throws the error where it ends all of the copying. */
function allFailed(root: string, names: readonly string[], error: unknown): Synced {
  if (isLocked(error)) throw error
  const reason = asWaylandError(error).message
  const status = 'failed' as const
  const lines = [...new Set(names)].map((skill) => ({ skill, path: join(root, skill), reason, status }))
  return { lines, isDone: false }
}

/** A fault is the result for this copy, unless it `endsAll`. */
async function one(
  skill: string,
  path: string,
  work: () => Promise<Outcome>,
  endsAll: (error: unknown) => boolean = () => false,
): Promise<ExportLine> {
  try {
    return { skill, path, ...(await work()) }
  } catch (error) {
    if (endsAll(error)) throw error
    return { skill, path, status: 'failed', reason: asWaylandError(error).message }
  }
}

/** Another process holds the database: each further copy would wait as long for it. */
const isLocked = (error: unknown): boolean => asWaylandError(error).code === 'storage_locked'

const isNoted = (records: readonly ExportRecord[], name: string, digest: string): boolean =>
  records.some(({ skillName, digests }) => skillName === name && digests.includes(digest))

/** Folders outside `bases` that hold copies, which are updated as well. */
function elsewhere(records: readonly ExportRecord[], bases: readonly string[]): readonly ExportTarget[] {
  const roots = new Map(records.filter(({ base }) => !bases.includes(base)).map((record) => [record.root, record]))
  return [...roots.values()].map(({ root, base, engines }) => ({ root, base, engines, alsoRead: [] }))
}

/** Skills of others in the other folders that a target's engines read: path by name. */
async function elsewhereIn(
  open: ExporterParts['open'],
  { alsoRead, base }: ExportTarget,
  records: readonly ExportRecord[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const root of alsoRead) {
    // A skill that this engine cannot read there is no duplicate.
    const names = await open(root, base)
      .then(async (folder) => (await folder?.list()) ?? [])
      .catch(() => [])
    for (const { name } of names)
      if (!records.some((record) => record.root === root && record.skillName === name))
        found.set(name, join(root, name))
  }
  return found
}
