import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Tell } from '../domain/event.ts'
import { whyForeign } from '../platform/own-folder.ts'
import { program } from '../platform/process.ts'
import type { HasPlace } from '../store/ports/upkeep.ts'
import { finishReplacing } from '../store/replacing.ts'
import { isDriverFault } from '../store/sqlite/driver-fault.ts'
import { type MemoryOptions, openMemoryStore } from '../store/sqlite/memory-store.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import type { Store } from '../store/store.ts'
import type { SkillLoopOptions } from './skill-loop.ts'

export { makeFile } from '../store/make-folder.ts'
export { holdAlone, holderIn } from '../store/sqlite/process-lock.ts'

/**
 * Opens the database. A newer or locked database, or a driver that cannot be loaded, is an error; for any other reason
 * the loop continues in memory and warns.
 */
export function openStore(
  config: Config,
  now: () => Date,
  tell: Tell,
  { hurried, patienceMs }: Pick<SkillLoopOptions, 'hurried' | 'patienceMs'> = {},
): Store {
  const isOff = config.settings.skills === 'off'
  const options: MemoryOptions = {
    migrations: join(program.root, 'migrations'),
    program: program.version,
  }
  // While switched off no database is created, but an existing one is read.
  if (isOff && (config.database === null || !existsSync(config.database)))
    return openMemoryStore('switched off', options)
  if (config.database === null) return withoutDatabase('no data folder was given', options, tell)
  try {
    insistOwn(dirname(config.database))
    return openSqliteStore({
      ...options,
      file: config.database,
      busyTimeout: patienceMs ?? BUSY_MS,
      ...(patienceMs !== undefined && { lockPatience: patienceMs }),
      synchronous: config.settings['storage.durability'] === 'full' ? 'FULL' : 'NORMAL',
      asideName: (file) => `${file}.damaged-${now().toISOString().replace(/[:.]/g, '-')}`,
      hurried,
      onRepair: (what) => tell({ kind: 'repaired', what }),
    })
  } catch (error) {
    if (!(error instanceof WaylandError) || error.code !== 'storage_unavailable') throw error
    // While switched off a missing driver is no error.
    if (isDriverFault(error) && !isOff) throw error
    return withoutDatabase(error.message, options, tell)
  }
}

/** Finishes a restore that was killed after its commit point, before anything is read. */
export async function finishRestore({ dataDir, database }: Config, tell: Tell): Promise<void> {
  if (dataDir === null || database === null || !existsSync(replacementNote(dataDir))) return
  insistOwn(dataDir)
  if (await finishReplacing(replacementNote(dataDir), `${database}.lock`))
    tell({ kind: 'repaired', what: 'finished a restore of a backup that was interrupted' })
}

export const replacementNote = (dataDir: string): string => join(dataDir, 'restoring.json')

/** Throws `storage_unavailable` for a data folder that others can write to, since its content is trusted. */
export function insistOwn(dataDir: string): void {
  const why = whyForeign(dataDir)
  if (why !== undefined)
    throw new WaylandError('storage_unavailable', `${why}: nothing is kept there`, {
      hint: `Make the folder your own (chmod go-w), or point WAYLAND_DATA_DIR at another one.`,
    })
}

/** How long to wait for another process's lock, in ms. */
const BUSY_MS = 10_000

function withoutDatabase(why: string, options: MemoryOptions, tell: Tell): Store {
  tell({
    kind: 'warning',
    what: `no database: ${why}; streaks last as long as this process, and of what is learned only drafts are kept; "wayland-core doctor" says what mends it`,
  })
  return openMemoryStore(why, options)
}

/** Refuses moves without the usual database; they would be lost on exit. */
export function requireDatabase(config: Config, store: HasPlace, what = 'a move'): void {
  if (config.database !== null && 'none' in store.place)
    throw new WaylandError(
      'storage_unavailable',
      `${what} needs the database, which is not available: ${store.place.none}`,
    )
}

/** A call that is refused, under this name, without the usual database. */
export const withDatabase =
  <Given extends unknown[], R>(
    { config, store }: { readonly config: Config; readonly store: HasPlace },
    what: string,
    call: (...given: Given) => Promise<R>,
  ) =>
  async (...given: Given): Promise<R> => {
    requireDatabase(config, store, what)
    return await call(...given)
  }
