import { createRequire } from 'node:module'
import type DriverClass from 'better-sqlite3'

/** The driver; required, since Node reads a CommonJS package twice when it is imported, for its export names. */
export const Sqlite = createRequire(import.meta.filename)('better-sqlite3') as typeof DriverClass
