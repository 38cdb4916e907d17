import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { WaylandError } from './domain/errors.ts'
import type { Tell } from './domain/event.ts'
import { program } from './process.ts'
import { openMemoryStore } from './store/memory/memory-store.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'
import type { Store } from './store/store.ts'

export { holdAlone } from './store/sqlite/process-lock.ts'

/** A newer or a locked database is an error; where none can be had at all, the loop goes on in memory and says so. */
export function openStore(config: Config, now: () => Date, tell: Tell): Store {
  const halfLife = config.settings['router.halfLife']
  // Switched off, nothing is made: a database is read when there is one.
  if (config.settings.skills === 'off' && (config.database === null || !existsSync(config.database)))
    return openMemoryStore('switched off', { halfLife })
  if (config.database === null) return withoutDatabase('no data folder was given', halfLife, tell)
  try {
    return openSqliteStore({
      file: config.database,
      migrations: join(program.root, 'migrations'),
      program: program.version,
      busyTimeout: BUSY_MS,
      asideName: (file) => `${file}.damaged-${now().toISOString().replace(/[:.]/g, '-')}`,
      halfLife,
      onRepair: (what) => tell({ kind: 'repaired', what }),
    })
  } catch (error) {
    if (!(error instanceof WaylandError) || error.code !== 'storage_unavailable') throw error
    return withoutDatabase(error.message, halfLife, tell)
  }
}

/** Milliseconds to wait for another process. */
const BUSY_MS = 10_000

function withoutDatabase(why: string, halfLife: number, tell: Tell): Store {
  tell({
    kind: 'warning',
    what: `no database: ${why}; streaks last as long as this process, drafts land on disk, the router begins cold`,
  })
  return openMemoryStore(why, { halfLife })
}
