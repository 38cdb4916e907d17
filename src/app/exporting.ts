import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import { chooseRoots } from '../domain/export/shape.ts'
import { ENGINES, SHARED_SKILLS } from '../engines/engines.ts'
import type { EngineFolders } from '../engines/folders.ts'
import { openJournal } from '../engines/journal.ts'
import { SKILL_ROOTS, skillFormat, skillReaders } from '../engines/skill-folders.ts'
import { processIsAlive } from '../platform/process.ts'
import { createExporter, type ExportLine, type ExportTarget } from '../service/catalogue/exporter.ts'
import { type AgentFolder, type StrayCopy, strayCopies } from '../service/catalogue/stray-copies.ts'
import { openExportFolder } from '../store/copies-folder.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import type { Unfinished } from '../store/unfinished.ts'
import type { CoreServices } from './core-services.ts'
import { recordedProject } from './recorded.ts'
import type { SyncOptions } from './skill-loop.ts'

export interface Exporting {
  sync(options?: SyncOptions): Promise<readonly ExportLine[]>
  /**
   * Call before a skill changes: if this process ends before its copies are updated, the next one does it. `end` says
   * that the skill did not change.
   */
  expect(): Promise<{ end(): void }>
  /** Finishes the copies that an ended process left, and reports it with `why`; failures are reported, too. */
  catchUp(why?: string): Promise<void>
  /** Copies in the folders of agents without an export record, of skills that agents may not have. */
  strays(skills: readonly SkillRecord[]): Promise<readonly StrayCopy[]>
}

/** Builds the export of skills to engines. */
export function wireExporting({
  config,
  store,
  catalogue,
  clock,
  tell,
  ledgerFile,
  toolNames,
  copying,
}: CoreServices & { readonly copying: Unfinished }): Exporting {
  const open = (root: string, base: string) =>
    openExportFolder({
      root,
      within: base === USER ? null : base,
      newId: clock.newId,
      pid: process.pid,
      alive: processIsAlive,
    })
  const exporter = createExporter({
    ...{ store, catalogue, clock, tell, toolNames, formatOf: skillFormat, projectOf: recordedProject, open },
  })

  /** Whether a skill is about to change, or has changed. */
  let isExpected = false

  async function sync(options: SyncOptions = {}): Promise<readonly ExportLine[]> {
    const { targets, bases, isNothing } = await planned({ config, store }, options)
    if (isNothing) return []
    // Without a database there are no records: a copy could never be withdrawn, and drafts cannot be told apart.
    if ('none' in store.place)
      throw new WaylandError(
        'storage_unavailable',
        `copies are noted in the database, which is not available: ${store.place.none}`,
      )
    copying.begin()
    try {
      const { lines, isDone } = await exporter.sync(targets, bases)
      if (isDone) copying.end()
      return [...lines, ...unshared(config, options, targets)]
    } catch (error) {
      // The person is told to try again; unless a skill changed, no later command need wait for the lock for this.
      if (!isExpected && asWaylandError(error).code === 'storage_locked') copying.end()
      throw error
    }
  }

  async function catchUp(why = 'finished what an interrupted run had begun'): Promise<void> {
    try {
      for (const { path, status, reason } of await sync())
        if (status === 'written' || status === 'withdrawn')
          tell({ kind: 'repaired', what: `${why}: ${path} is ${status}` })
        else if (status !== 'current') tell({ kind: 'warning', what: `${path} is ${status}: ${reason}` })
      // Failures were reported; an unwritable folder must not be retried at every start.
      copying.clear()
    } catch (cause) {
      tell({
        kind: 'warning',
        what: 'copies of skills in the folders of agents still wait to be brought up to date',
        cause,
      })
    }
  }

  /** Every folder of skills that an agent reads: a person's own, and those of projects that agents were connected in. */
  async function places(): Promise<readonly AgentFolder[]> {
    const connected = await openJournal(config.dataDir ?? config.configHome).all()
    const bases = [USER, ...new Set(connected.flatMap(({ project }) => project ?? []))]
    return bases.flatMap((base) => agentRoots(config.engines, base).map((root) => ({ root, base })))
  }

  return {
    sync,
    async expect() {
      if ('none' in store.place || (await planned({ config, store }, {})).isNothing) return { end: () => {} }
      copying.begin()
      isExpected = true
      return copying
    },
    catchUp,
    strays: strayCopies({ store, ledgerFile, places, open }),
  }
}

interface Plan {
  readonly targets: readonly ExportTarget[]
  readonly bases: readonly string[]
  /** There is nothing to copy, and no copy exists. */
  readonly isNothing: boolean
}

/** What is to be copied where; `options` names engines and a project beside those that are connected. */
async function planned({ config, store }: Pick<CoreServices, 'config' | 'store'>, options: SyncOptions): Promise<Plan> {
  const records = await store.exports()
  const connected = await openJournal(config.dataDir ?? config.configHome).all()
  /** Engines of a place: those named, connected there, or written for there before. */
  const enginesOf = (base: string): readonly string[] => {
    const isAsked = base === (options.projectDir ?? USER)
    const asked = isAsked ? (options.engines ?? []) : []
    const chosen = config.settings['export.engines']
    if (chosen !== 'installed' && base === USER) return [...chosen, ...asked]
    const installed = connected.filter(({ project }) => (project ?? USER) === base).map(({ engine }) => engine)
    const before = records.filter((record) => record.base === base).flatMap(({ engines }) => engines)
    return [...installed, ...before, ...asked].filter((engine) => !(isAsked && engine === options.without))
  }
  const own = enginesOf(USER)
  const projects = connected.flatMap(({ project }) => (project === null ? [] : [project]))
  const bases = options.projectDir === undefined ? [USER, ...new Set(projects)] : [options.projectDir]
  const targets: ExportTarget[] = []
  for (const base of bases) {
    // An engine that reads the user's own skills would see a copy in a project twice.
    const engines = base === USER ? own : enginesOf(base).filter((engine) => !own.includes(engine))
    targets.push(...(await exportTargets(config.engines, base, engines)))
  }
  return { targets, bases, isNothing: targets.length === 0 && records.length === 0 }
}

/** The user's home as the `base` of a copy, as opposed to a project's folder. */
const USER = 'user'

/** Says so where the shared folder was asked for, and an agent that is known would find each skill twice. */
function unshared({ engines }: Config, { engines: asked, projectDir }: SyncOptions, targets: readonly ExportTarget[]) {
  const isLeftOut = asked?.includes(SHARED_SKILLS) && !targets.some((target) => target.engines.includes(SHARED_SKILLS))
  if (isLeftOut !== true) return []
  const folder = projectDir === undefined ? (engines[SHARED_SKILLS] ?? '') : join(projectDir, `.${SHARED_SKILLS}`)
  const reason = 'an agent that is connected would find each skill twice, there and where another agent needs it'
  return [{ skill: '', path: join(folder, 'skills'), status: 'refused', reason } as const]
}

/**
 * The folders of a place that are to hold copies of active skills, for these engines. Folders that are the same through
 * a link count once: many people share one skill folder between agents.
 */
async function exportTargets(
  folders: EngineFolders,
  base: string,
  engines: readonly string[],
): Promise<readonly ExportTarget[]> {
  const path = (root: string): string =>
    base === USER ? join(folders[root] ?? '', 'skills') : join(base, `.${root}`, 'skills')
  const targets = new Map<string, ExportTarget>()
  for (const { root, engines: readers, alsoRead } of chosen(folders, base, engines, path)) {
    const real = await realOf(root)
    const same = targets.get(real)
    targets.set(real, {
      root: same?.root ?? root,
      base,
      engines: [...(same?.engines ?? []), ...readers],
      alsoRead: [...(same?.alsoRead ?? []), ...alsoRead],
    })
  }
  return await Promise.all(
    [...targets.values()].map(async (target) => {
      const others = new Map<string, string>()
      for (const other of target.alsoRead) others.set(await realOf(other), other)
      return { ...target, alsoRead: [...others].flatMap(([real, other]) => (targets.has(real) ? [] : [other])) }
    }),
  )
}

/** Every skill folder of a place (home or project) that any agent reads. */
const agentRoots = (folders: EngineFolders, base: string): readonly string[] => [
  ...new Set(
    SKILL_ROOTS.map((root) => (base === USER ? join(folders[root] ?? '', 'skills') : join(base, `.${root}`, 'skills'))),
  ),
]

/** An engine whose home was moved by its variable does not read the user's home: it gets copies of its own. */
function chosen(
  folders: EngineFolders,
  base: string,
  engines: readonly string[],
  path: (root: string) => string,
): readonly Omit<ExportTarget, 'base'>[] {
  const apart = base === USER ? movedHomes(folders, engines) : []
  const together = engines.filter((engine) => !apart.some(({ name }) => name === engine))
  return [
    ...chooseRoots(skillReaders(together, base === USER ? 'user' : 'project'), SKILL_ROOTS).map(
      ({ root, alsoRead, ...readers }) => ({ root: path(root), ...readers, alsoRead: alsoRead.map(path) }),
    ),
    ...apart.map(({ name, root }) => ({
      root: path(root),
      engines: [name],
      alsoRead: [join(dirname(folders[root] ?? ''), '.agents', 'skills')],
    })),
  ]
}

/** The engines whose home, which a variable can move as a whole, is not at its default place. */
const movedHomes = (folders: EngineFolders, engines: readonly string[]) =>
  ENGINES.flatMap(({ name, home }) =>
    home?.movesAll === true && engines.includes(name) && folders[home.root] !== home.folder(folders.home, {})
      ? [{ name, root: home.root }]
      : [],
  )

const realOf = (path: string): Promise<string> => realpath(path).catch(() => path)
