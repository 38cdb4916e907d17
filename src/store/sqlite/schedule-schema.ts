import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { FireState } from '../../domain/schedule/schedule.ts'

export const fires = sqliteTable(
  'fires',
  {
    id: text('id').primaryKey().notNull(),
    schedule: text('schedule_id').notNull(),
    at: integer('at').notNull(),
    /** A person asked for it. */
    byHand: integer('by_hand', { mode: 'boolean' }).notNull(),
    state: text('state').$type<FireState>().notNull(),
    /** How many fires that were missed it stands for. */
    missed: integer('missed').notNull(),
    pid: integer('pid'),
    startedAt: integer('started_at'),
    endedAt: integer('ended_at'),
    exitCode: integer('exit_code'),
    why: text('why'),
    /** Name of the file with its output. */
    log: text('log'),
  },
  (t) => [
    // A time runs once, also where the clock was set back.
    uniqueIndex('fires_once').on(t.schedule, t.at).where(sql`by_hand = 0 AND state <> 'missed'`),
    index('fires_of').on(t.schedule, t.at),
    index('fires_open').on(t.state).where(sql`state IN ('waiting', 'running')`),
  ],
)
