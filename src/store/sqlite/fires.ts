import type { Database } from 'better-sqlite3'
import type { FireState } from '../../domain/schedule/schedule.ts'
import type { FireEnd, FireRecord, FireStore, NewFire, ScheduleStep } from '../ports/fire-store.ts'
import type { ScheduleChange } from '../ports/schedule-store.ts'
import type { RowOf } from './row.ts'
import type { fires } from './schedule-schema.ts'
import type { ScheduleTable } from './schedules.ts'

type Row = RowOf<typeof fires>
type Asked<M extends keyof FireStore> = Parameters<FireStore[M]>[0]

/** What fires of schedules came to. */
export function fireTable(db: Database, { schedules }: { readonly schedules: ScheduleTable }) {
  const open = db
    .prepare<[string], FireState>("SELECT state FROM fires WHERE schedule_id = ? AND state IN ('waiting', 'running')")
    .pluck()
  const insert = db.prepare<unknown[]>(
    `INSERT OR IGNORE INTO fires (id, schedule_id, at, by_hand, state, missed, why, pid, ended_at)
     VALUES (:id, :schedule, :at, :byHand, :state, :missed, :why, :pid, :endedAt)`,
  )
  const waiting = db.prepare<[{ schedule: string | null }], Row>(
    `SELECT * FROM fires f WHERE state = 'waiting' AND (:schedule IS NULL OR schedule_id = :schedule)
       AND NOT EXISTS (SELECT 1 FROM fires r WHERE r.schedule_id = f.schedule_id AND r.state = 'running')
     ORDER BY at, rowid LIMIT 1`,
  )
  const begin = db.prepare<[number, number, string], Row>(
    "UPDATE fires SET state = 'running', pid = ?, started_at = ? WHERE id = ? RETURNING *",
  )
  const finish = db.prepare<[FireEnd & { readonly id: string }], Pick<Row, 'schedule_id'>>(
    `UPDATE fires SET state = :state, ended_at = :endedAt, exit_code = :exitCode, why = :why, log = :log
     WHERE id = :id AND state IN ('waiting', 'running') RETURNING schedule_id`,
  )
  const some = db.prepare<[{ schedule: string | null; open: number; limit: number }], Row>(
    `SELECT * FROM fires WHERE (:schedule IS NULL OR schedule_id = :schedule)
       AND (:open = 0 OR state IN ('waiting', 'running')) ORDER BY coalesce(started_at, at) DESC, rowid DESC LIMIT :limit`,
  )
  const drop = db.prepare<[{ schedule: string; kept: number }], Pick<Row, 'log'>>(
    `DELETE FROM fires WHERE schedule_id = :schedule AND state NOT IN ('waiting', 'running') AND id NOT IN
       (SELECT id FROM fires WHERE schedule_id = :schedule ORDER BY coalesce(started_at, at) DESC, rowid DESC LIMIT :kept)
     RETURNING log`,
  )

  /** A fire while another is open: by policy it waits behind one that runs, but never behind one that waits. */
  function stateOf(
    { state, why }: NewFire,
    id: string,
    overlap: ScheduleStep['overlap'],
  ): Pick<FireRecord, 'state' | 'why'> {
    const others = open.all(id)
    if (state === 'missed' || others.length === 0) return { state, why }
    if (overlap === 'queue' && !others.includes('waiting')) return { state, why }
    return { state: 'skipped', why: overlap === 'queue' ? QUEUE_FULL : STILL_RUNNING }
  }

  const settle = db.transaction((id: string, { expected, next, fires: found, overlap }: ScheduleStep): boolean => {
    const now = schedules.schedule(id)
    if (now === undefined) return false
    if (expected !== undefined && (now.nextAt !== expected.nextAt || now.lookedAt !== expected.lookedAt)) return false
    if (expected !== undefined && now.state !== 'active') return false
    if (next !== undefined) schedules.changeSchedule(id, next)
    for (const one of found) {
      const { state, why } = stateOf(one, id, overlap)
      const endedAt = state === 'waiting' ? null : (next?.lookedAt ?? one.at)
      insert.run({ ...one, schedule: id, state, why, byHand: Number(one.byHand), endedAt })
    }
    return true
  })
  const take = db.transaction(({ pid, at, schedule }: Asked<'takeFire'>): FireRecord | undefined => {
    const row = waiting.get({ schedule: schedule ?? null })
    const taken = row && begin.get(pid, at, row.id)
    return taken && toRecord(taken)
  })
  const end = db.transaction((id: string, given: FireEnd, change?: ScheduleChange): boolean => {
    const row = finish.get({ ...given, id })
    if (row === undefined) return false
    if (change !== undefined) schedules.changeSchedule(row.schedule_id, change)
    return true
  })
  return {
    settleSchedule: (id: string, step: ScheduleStep): boolean => settle.immediate(id, step),
    takeFire: (asked: Asked<'takeFire'>): FireRecord | undefined => take.immediate(asked),
    endFire: (id: string, given: FireEnd, change?: ScheduleChange): boolean => end.immediate(id, given, change),
    fires: ({ schedule, open: isOpen, limit }: Asked<'fires'>): readonly FireRecord[] =>
      some.all({ schedule: schedule ?? null, open: Number(isOpen === true), limit }).map(toRecord),
    dropFires: (schedule: string, kept: number): readonly string[] =>
      drop.all({ schedule, kept }).flatMap(({ log }) => log ?? []),
  }
}

const STILL_RUNNING = 'the run before it was still going'
const QUEUE_FULL = 'another one was waiting already'

const toRecord = (row: Row): FireRecord => ({
  ...{ id: row.id, schedule: row.schedule_id, at: row.at, byHand: row.by_hand === 1, state: row.state },
  ...{ missed: row.missed, pid: row.pid, startedAt: row.started_at, endedAt: row.ended_at },
  ...{ exitCode: row.exit_code, why: row.why, log: row.log },
})
