import type { Database } from 'better-sqlite3'

/** Whether a database gives pages back on request; one that was made without auto_vacuum reuses them. */
export const returnsPages = (db: Database): boolean => db.pragma('auto_vacuum', { simple: true }) === INCREMENTAL

/** The value of `PRAGMA auto_vacuum` for pages that are returned on request. */
const INCREMENTAL = 2
