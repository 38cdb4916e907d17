import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { FireState, ScheduleState } from '../../domain/schedule/schedule.ts'

export const schedules = sqliteTable(
  'schedules',
  {
    id: text('id').primaryKey().notNull(),
    skill: text('skill').notNull(),
    plan: text('plan_json').notNull(),
    /** What makes two the same thing. */
    same: text('same').notNull(),
    state: text('state').$type<ScheduleState>().notNull(),
    reason: text('reason'),
    nextAt: integer('next_at'),
    lookedAt: integer('looked_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('schedules_same').on(t.same).where(sql`state <> 'done'`)],
)

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
