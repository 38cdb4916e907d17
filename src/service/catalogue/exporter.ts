import { join } from 'node:path'
import { asWaylandError } from '../../domain/errors.ts'
import { visibilityOf } from '../../domain/visibility.ts'
import type { ExportFolder } from '../../store/copies-folder.ts'
import type { ExportRecord, SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { type CopyingParts, createCopying, type ExportLine, type ExportTarget, type Outcome, one } from './one-copy.ts'

export type { ExportLine, ExportTarget } from './one-copy.ts'

export interface Synced {
  readonly lines: readonly ExportLine[]
  /** Whether nothing is left for a later run: no copy failed, and no replaced one waits to be deleted. */
  readonly isDone: boolean
}

export interface ExporterParts extends CopyingParts, Core<'catalogue' | 'tell'> {
  /** The project of a folder, as skills name it. */
  readonly projectOf: (folder: string) => string
  /** Undefined if the home or project that the folder belongs to is missing. */
  readonly open: (root: string, base: string) => Promise<ExportFolder | undefined>
}

export function createExporter(parts: ExporterParts) {
  const { store, catalogue, tell, projectOf, open } = parts
  const { prepare, withdraw } = createCopying(parts)

  /**
   * Writes copies of active skills into the target folders, and removes copies of skills that are not active any more,
   * wherever they are. `bases` are the places all of whose folders are in `targets`: copies elsewhere below them are
   * removed, too. Only files that are exactly as this program wrote them are touched.
   */
  async function sync(targets: readonly ExportTarget[], bases: readonly string[]): Promise<Synced> {
    return await store.folderLock(async () => {
      await catalogue.syncHeld()
      const records = await recordsHere(targets, bases)
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

  /** The copies of a home that was moved or copied came with it: those that they were made from are not this home's. */
  async function recordsHere(
    targets: readonly ExportTarget[],
    bases: readonly string[],
  ): Promise<readonly ExportRecord[]> {
    const records = await store.exports()
    for (const record of records) {
      if (!bases.includes(record.base) || targets.some(({ root }) => root === record.root)) continue
      for (const { root, base, engines } of targets) {
        const path = join(root, record.skillName)
        const isSame = base === record.base && engines.join() === record.engines.join()
        if (!isSame || records.some((other) => other.path === path)) continue
        const folder = await open(root, base).catch(() => undefined)
        const there = await folder?.read(record.skillName).catch(() => undefined)
        if (there === undefined || !record.digests.includes(there.digest)) continue
        await store.noteExport({ ...record, root, path, stamp: null })
        await store.forgetExport(record.path)
      }
    }
    return await store.exports()
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
      const names = new Set(skills.map(({ name }) => name))
      for (const record of there) if (!names.has(record.skillName)) lines.push(await withdraw(folder, record))
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
    const known = new Map(records.flatMap((one) => (one.root === folder.root ? [[one.skillName, one] as const] : [])))
    const lines: ExportLine[] = []
    for (let from = 0; from < skills.length; from += WRITTEN_AT_ONCE) {
      const part: { readonly skill: SkillRecord; readonly write: () => Promise<Outcome> }[] = []
      for (const skill of skills.slice(from, from + WRITTEN_AT_ONCE)) {
        const { name } = skill
        const copy = { folder, target, skill, record: known.get(name), stamp: stamps.get(name), twin: twins.get(name) }
        part.push({ skill, write: await prepare(copy).catch(unlessLocked) })
      }
      const writing = part.map(async ({ skill, write }) =>
        seenIn(target.base, skill, await one(skill.name, join(folder.root, skill.name), write, isLocked)),
      )
      // None may go on once the lock of the folders is given back.
      await Promise.allSettled(writing)
      lines.push(...(await Promise.all(writing)))
      if (skills.length > TOLD)
        tell({ kind: 'progress', what: `copying your skills to ${folder.root}`, done: lines.length, of: skills.length })
    }
    return lines
  }

  return { sync }
}

/** Copies that are written together, each of which waits for the disk several times. */
const WRITTEN_AT_ONCE = 8
/** From this number of skills on progress is shown. */
const TOLD = 50

/** The base of a person's own folders. */
const USER = 'user'

/** Notes of a copy in a person's own folder that agents see it outside of its projects. */
function seenIn(base: string, { projects = [] }: SkillRecord, line: ExportLine): ExportLine {
  const isThere = line.status === 'written' || line.status === 'current'
  return base === USER && projects.length > 0 && isThere ? { ...line, seenBeyond: projects } : line
}

/** The result where a folder of copies could not be worked in. Throws the error where it ends all of the copying. */
function allFailed(root: string, names: readonly string[], error: unknown): Synced {
  if (isLocked(error)) throw error
  const reason = asWaylandError(error).message
  const status = 'failed' as const
  const lines = [...new Set(names)].map((skill) => ({ skill, path: join(root, skill), reason, status }))
  return { lines, isDone: false }
}

/** Another process holds the database: each further copy would wait as long for it. */
const isLocked = (error: unknown): boolean => asWaylandError(error).code === 'storage_locked'

/** A fault of one copy becomes its result; a fault that ends all copying is thrown. */
function unlessLocked(error: unknown): () => Promise<never> {
  if (isLocked(error)) throw error
  return async () => {
    throw error
  }
}

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
    const ours = new Set(records.flatMap((record) => (record.root === root ? [record.skillName] : [])))
    // A skill that this engine cannot read there is no duplicate.
    const names = await open(root, base)
      .then(async (folder) => (await folder?.list()) ?? [])
      .catch(() => [])
    for (const { name } of names) if (!ours.has(name)) found.set(name, join(root, name))
  }
  return found
}
