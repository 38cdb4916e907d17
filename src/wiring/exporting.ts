import { join } from 'node:path'
import { processIsAlive } from '../alive.ts'
import type { Config } from '../config.ts'
import { openJournal } from '../connect/journal.ts'
import { chooseRoots, type RootName, type SkillReader } from '../domain/export/roots.ts'
import { createExporter, type ExportLine, type ExportTarget } from '../service/exporter.ts'
import { openExportFolder } from '../store/export-folder.ts'
import type { ExportRecord } from '../store/skill-records.ts'
import type { Base } from '../wiring.ts'

/** Which folders a sync is about; without any, all that connected engines read. */
export interface SyncOptions {
  /** Engines to write for, beside those that are connected. */
  readonly engines?: readonly SkillReader[]
  /** A project's folder, instead of the person's own and of every connected project. */
  readonly projectDir?: string
  /** An engine that was disconnected just now, in this place. */
  readonly without?: SkillReader
}

export interface Exporting {
  sync(options?: SyncOptions): Promise<readonly ExportLine[]>
  exports(): Promise<readonly ExportRecord[]>
}

/** The person's own place, as a record calls it. */
const USER = 'user'

/** Builds what brings skills to engines. */
export function wireExporting({ config, store, catalogue, clock }: Base): Exporting {
  const exporter = createExporter({
    store,
    catalogue,
    clock,
    open: (root, base) =>
      openExportFolder({
        root,
        within: base === USER ? null : base,
        newId: clock.newId,
        pid: process.pid,
        alive: processIsAlive,
      }),
  })

  async function sync(options: SyncOptions = {}): Promise<readonly ExportLine[]> {
    const records = await store.exports()
    const connected = await openJournal(config.dataDir ?? config.configHome).all()
    /** Engines of a place: those told of, connected there, or written for there before. */
    const enginesOf = (base: string): readonly SkillReader[] => {
      const isAsked = base === (options.projectDir ?? USER)
      const asked = isAsked ? (options.engines ?? []) : []
      const chosen = config.settings['export.engines']
      if (chosen !== 'installed' && base === USER) return [...chosen, ...asked]
      const installed = connected.filter(({ project }) => (project ?? USER) === base).map(({ engine }) => engine)
      const before = records.filter((record) => record.base === base).flatMap(({ engines }) => engines as SkillReader[])
      return [...installed, ...before, ...asked].filter((engine) => !(isAsked && engine === options.without))
    }
    const own = enginesOf(USER)
    const projects = connected.flatMap(({ project }) => (project === null ? [] : [project]))
    const bases = options.projectDir === undefined ? [USER, ...new Set(projects)] : [options.projectDir]
    const targets = bases.flatMap((base) =>
      // What an engine sees among the person's own skills it would see twice in a project.
      targetsOf(config, base, base === USER ? own : enginesOf(base).filter((engine) => !own.includes(engine))),
    )
    return targets.length === 0 && records.length === 0 ? [] : await exporter.sync(targets, bases)
  }

  return { sync, exports: exporter.records }
}

function targetsOf(
  { engines: folders }: Config,
  base: string,
  engines: readonly SkillReader[],
): readonly ExportTarget[] {
  const path = (root: RootName): string =>
    base === USER ? join(folders[root], 'skills') : join(base, `.${root}`, 'skills')
  return chooseRoots(engines, base === USER ? 'user' : 'project').map(({ root, engines }) => ({
    root: path(root),
    base,
    engines,
  }))
}
