import type { Database } from 'better-sqlite3'
import { asynchronous } from '../asynchronous.ts'
import { queueLock } from '../ports/upkeep.ts'
import type { Store } from '../store.ts'
import { Sqlite } from './driver.ts'
import { translate } from './driver-fault.ts'
import { migrate } from './migrate.ts'
import type { SqliteOptions } from './sqlite-store.ts'
import { type Ports, type SqlitePorts, storeOver } from './store-over.ts'

/** Limit of turns, and of decisions, in memory; the oldest are deleted first. About 50 MB with turns of 5 kB. */
const MOST = 10_000

export interface MemoryOptions extends Pick<SqliteOptions, 'migrations' | 'program' | 'halfLife'> {
  readonly most?: number
}

/**
 * The store of a host without a database: in memory, for the life of the process. `why` says what is missing. It is
 * opened on first use, and then throws `storage_unavailable` if the driver cannot be loaded.
 */
export function openMemoryStore(why: string, options: MemoryOptions): Store {
  const { migrations, program, halfLife, most = MOST } = options
  let db: Database | undefined

  function begun(): Database {
    const made = new Sqlite(':memory:')
    made.pragma('foreign_keys = ON')
    migrate(made, migrations, program)
    made.exec(
      boundOf('turns', 'id', 'turn_rows', most) +
        boundOf('decisions', 'rowid', 'decision_rows', most, ', lift_changes = lift_changes + 1'),
    )
    return made
  }

  const tables = storeOver(() => (db ??= begun()), { halfLife })
  const held: SqlitePorts = {
    ...tables,
    // It takes no space on disk.
    tally: () => ({ ...tables.tally(), bytes: 0, freeBytes: 0 }),
    // No other process can change it.
    revision: () => 0,
  }
  return {
    ...asynchronous<Ports>(held, (work) => {
      try {
        return work(held)
      } catch (error) {
        held.dropCaches()
        throw translate(error, 'in memory')
      }
    }),
    place: { none: why },
    folderLock: queueLock(),
    [Symbol.asyncDispose]: async () => void db?.close(),
  }
}

/** A trigger that counts inserted rows, and deletes the oldest after each twentieth of the limit. */
const boundOf = (table: string, key: string, counted: string, most: number, also = ''): string => {
  const isDue = `(SELECT n % ${Math.ceil(most / 20)} = 0 FROM new_${table})`
  return `CREATE TEMP TABLE new_${table} AS SELECT 0 AS n;
   CREATE TEMP TRIGGER most_${table} AFTER INSERT ON ${table} BEGIN
     UPDATE new_${table} SET n = n + 1;
     DELETE FROM ${table} WHERE ${key} < CASE WHEN ${isDue}
       THEN (SELECT ${key} FROM ${table} ORDER BY ${key} DESC LIMIT 1 OFFSET ${most - 1}) END;
     UPDATE world SET ${counted} = (SELECT count(*) FROM ${table})${also} WHERE ${isDue};
   END;`
}
