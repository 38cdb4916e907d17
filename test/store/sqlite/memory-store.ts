import { openMemoryStore } from '../../../src/store/sqlite/memory-store.ts'
import { MIGRATIONS } from './database.ts'

/** An empty store in memory; `why` there is no database. */
export const memoryStore = (why = 'for a test', most = 10_000) =>
  openMemoryStore(why, { migrations: MIGRATIONS, program: '1.2.3', most })
