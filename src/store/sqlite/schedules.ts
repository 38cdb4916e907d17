import type { Database } from 'better-sqlite3'
import type { ScheduleChange, ScheduleRecord } from '../ports/schedule-store.ts'
import type { RowOf } from './row.ts'
import type { schedules } from './schedule-schema.ts'

export type ScheduleTable = ReturnType<typeof scheduleTable>

type Row = RowOf<typeof schedules>

/** What is to run at its time. */
export function scheduleTable(db: Database) {
  const all = db.prepare<[], Row>('SELECT * FROM schedules ORDER BY created_at, rowid')
  const byId = db.prepare<[string], Row>('SELECT * FROM schedules WHERE id = ?')
  const same = db.prepare<[string], string>("SELECT id FROM schedules WHERE same = ? AND state <> 'done'").pluck()
  const insert = db.prepare<[ScheduleRecord]>(
    `INSERT INTO schedules (id, skill, plan_json, same, state, reason, next_at, looked_at, created_at)
     VALUES (:id, :skill, :plan, :same, :state, :reason, :nextAt, :lookedAt, :createdAt)`,
  )
  const update = db.prepare<[Required<ScheduleChange> & { readonly id: string }]>(
    'UPDATE schedules SET state = :state, reason = :reason, next_at = :nextAt, looked_at = :lookedAt WHERE id = :id',
  )
  const drop = db.prepare<[string]>('DELETE FROM schedules WHERE id = ?')
  const dropFires = db.prepare<[string]>('DELETE FROM fires WHERE schedule_id = ?')
  const add = db.transaction((schedule: ScheduleRecord): string | undefined => {
    const known = same.get(schedule.same)
    if (known === undefined) insert.run(schedule)
    return known
  })
  const change = db.transaction((id: string, given: ScheduleChange): boolean => {
    const row = byId.get(id)
    if (row === undefined) return false
    const { state, reason, nextAt, lookedAt } = { ...toRecord(row), ...given }
    update.run({ id, state, reason, nextAt, lookedAt })
    return true
  })
  const remove = db.transaction((id: string): void => {
    drop.run(id)
    dropFires.run(id)
  })
  return {
    schedules: (): readonly ScheduleRecord[] => all.all().map(toRecord),
    schedule(id: string): ScheduleRecord | undefined {
      const row = byId.get(id)
      return row && toRecord(row)
    },
    addSchedule: (schedule: ScheduleRecord): string | undefined => add.immediate(schedule),
    changeSchedule: (id: string, given: ScheduleChange): boolean => change.immediate(id, given),
    removeSchedule: (id: string): void => remove.immediate(id),
  }
}

const toRecord = (row: Row): ScheduleRecord => ({
  ...{ id: row.id, skill: row.skill, plan: row.plan_json, same: row.same, state: row.state, reason: row.reason },
  ...{ nextAt: row.next_at, lookedAt: row.looked_at, createdAt: row.created_at },
})
