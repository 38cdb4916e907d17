import { asWaylandError, WaylandError } from '../domain/errors.ts'
import { openJournal } from '../engines/journal.ts'
import { skillFormat } from '../engines/skill-folders.ts'
import { processIsAlive } from '../platform/process.ts'
import { createExporter, type ExportLine, type ExportTarget } from '../service/catalogue/exporter.ts'
import { type CopyPlace, type StrayCopy, strayCopies } from '../service/catalogue/stray-copies.ts'
import { openExportFolder } from '../store/export-folder.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import type { Unfinished } from '../store/unfinished.ts'
import type { CoreServices } from './core-services.ts'
import { agentRoots, exportTargets, USER } from './export-targets.ts'
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
  const exporter = createExporter({ store, catalogue, clock, tell, toolNames, formatOf: skillFormat, open })

  /** Whether a skill is about to change, or has changed. */
  let isExpected = false

  async function sync(options: SyncOptions = {}): Promise<readonly ExportLine[]> {
    const { targets, bases, isNothing } = await planned({ config, store }, options)
    if (isNothing) return []
    // Without a database there are no records: a copy could never be withdrawn, and drafts cannot be told apart.
    if ('none' in store.place)
      throw new WaylandError(
        'storage_unavailable',
        `copies are noted in the database, and there is none: ${store.place.none}`,
      )
    copying.begin()
    try {
      const { lines, isDone } = await exporter.sync(targets, bases)
      if (isDone) copying.end()
      return lines
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
  async function places(): Promise<readonly CopyPlace[]> {
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
