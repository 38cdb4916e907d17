import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What one technology brings to a team's database. */
export interface Engine {
  readonly engine: 'postgres' | 'pglite'
  readonly db: PgDatabase<PgQueryResultHKT>
  /** Applies the migrations of a folder that the database lacks. */
  migrate(folder: string): Promise<void>
  /** Calls back with the org whose log of changes grew, in this process or another. */
  listen(heard: (org: string) => void): Promise<void>
  close(): Promise<void>
}

/** The channel on which a change is announced, with the org. */
export const CHANNEL = 'wayland_team_changes'
