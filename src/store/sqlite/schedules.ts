import type { Database } from 'better-sqlite3'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type { ScheduleRecord, ScheduleStore } from '../ports/schedule-store.ts'
import { fires, schedules } from './schedule-schema.ts'
import { given, statements } from './statements.ts'

export interface ScheduleTable extends Sync<ScheduleStore> {
  /** One by its id. */
  schedule(id: string): ScheduleRecord | undefined
}

/** What is to run at its time. */
export function scheduleTable(db: Database): ScheduleTable {
  const { rows, row, value, insert, remove } = statements(db)
  const { id, same, state, createdAt } = schedules
  const all = rows(schedules, { by: [createdAt, sql`rowid`] })
  const byId = row(schedules, { where: eq(id, given('id')) })
  const alike = value(id, { where: and(eq(same, given('same')), ne(state, 'done')) })
  const save = insert(schedules, 'replace')
  const drop = remove(schedules, eq(id, given('id')))
  const dropFires = remove(fires, eq(fires.schedule, given('id')))
  const add = db.transaction<ScheduleTable['addSchedule']>((schedule) => {
    const known = alike({ same: schedule.same })
    if (known === undefined) save(schedule)
    return known
  })
  const change = db.transaction<ScheduleTable['changeSchedule']>((one, changed) => {
    const was = byId({ id: one })
    if (was !== undefined) save({ ...was, ...changed })
    return was !== undefined
  })
  const forget = db.transaction<ScheduleTable['removeSchedule']>((one) => {
    drop({ id: one })
    dropFires({ id: one })
  })
  return {
    schedules: () => all(),
    schedule: (one) => byId({ id: one }),
    addSchedule: add.immediate,
    changeSchedule: change.immediate,
    removeSchedule: forget.immediate,
  }
}
