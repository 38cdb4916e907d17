import type { Database } from 'better-sqlite3'
import { and, eq, not, notInArray, or, sql } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type {
  FireRecord,
  FireStore,
  NewFire,
  ScheduleRecord,
  ScheduleStep,
  ScheduleStore,
} from '../ports/schedule-store.ts'
import { notesOf } from './notes.ts'
import { fires } from './schedule-schema.ts'
import { given, kept, statements } from './statements.ts'

type FireTable = Sync<FireStore>

export function fireTable(db: Database, { schedules }: { readonly schedules: ScheduleTable }): FireTable {
  const { orm, rows, row, values, insert } = statements(db)
  const { id, at, state, startedAt, log } = fires
  const of = eq(fires.schedule, given('schedule'))
  const ofAny = or(sql`${given('schedule')} IS NULL`, of)
  const isThis = eq(id, given('id'))
  // As in the index on it.
  const isOpen = sql`${state} IN ('waiting', 'running')`
  const latest = sql`coalesce(${startedAt}, ${at}) DESC, rowid DESC`
  const isAlone = sql`NOT EXISTS (SELECT 1 FROM fires r WHERE r.schedule_id = ${fires.schedule} AND r.state = 'running')`
  const open = values(state, { where: and(of, isOpen) })
  const save = insert(fires, 'ignore')
  const waiting = row(fires, { where: and(eq(state, 'waiting'), ofAny, isAlone), by: [at, sql`rowid`] })
  const update = insert(fires, 'replace')
  const byId = row(fires, { where: and(isThis, isOpen) })
  const some = rows(fires, {
    where: and(ofAny, or(sql`NOT ${given('open')}`, isOpen)),
    by: [latest],
    limit: given('limit'),
  })
  const drop = kept(() => {
    const latestOnes = orm.select({ id }).from(fires).where(of).orderBy(latest).limit(given('most'))
    return orm
      .delete(fires)
      .where(and(of, not(isOpen), notInArray(id, latestOnes)))
      .returning({ log })
      .prepare()
  })

  /** A fire while another is open: by policy it waits behind one that runs, but never behind one that waits. */
  function stateOf(
    { state, why }: NewFire,
    schedule: string,
    overlap: ScheduleStep['overlap'],
  ): Pick<FireRecord, 'state' | 'why'> {
    const others = open({ schedule })
    if (state === 'missed' || others.length === 0) return { state, why }
    if (overlap === 'queue' && !others.includes('waiting')) return { state, why }
    return { state: 'skipped', why: overlap === 'queue' ? QUEUE_FULL : STILL_RUNNING }
  }

  const settle = db.transaction<FireTable['settleSchedule']>((schedule, { expected, next, fires: found, overlap }) => {
    const now = schedules.schedule(schedule)
    if (now === undefined) return false
    if (expected !== undefined && (now.nextAt !== expected.nextAt || now.lookedAt !== expected.lookedAt)) return false
    if (expected !== undefined && now.state !== 'active') return false
    if (next !== undefined) schedules.changeSchedule(schedule, next)
    for (const one of found) {
      const as = stateOf(one, schedule, overlap)
      const endedAt = as.state === 'waiting' ? null : (next?.lookedAt ?? one.at)
      save({ ...one, ...as, schedule, endedAt })
    }
    return true
  })
  const take = db.transaction<FireTable['takeFire']>(({ pid, at: now, schedule = null }) => {
    const due = waiting({ schedule })
    if (due === undefined) return undefined
    const taken = { ...due, state: 'running', pid, startedAt: now } as const
    update(taken)
    return taken
  })
  const end = db.transaction<FireTable['endFire']>((one, ending, change) => {
    const was = byId({ id: one })
    if (was === undefined) return false
    update({ ...was, ...ending })
    if (change !== undefined) schedules.changeSchedule(was.schedule, change)
    return true
  })
  return {
    settleSchedule: settle.immediate,
    takeFire: take.immediate,
    endFire: end.immediate,
    fires: ({ schedule = null, open: isAsked = false, limit }) => some({ schedule, open: Number(isAsked), limit }),
    dropFires: (schedule, most) =>
      drop()
        .all({ schedule, most })
        .flatMap(({ log }) => log ?? []),
  }
}

const STILL_RUNNING = 'the run before it was still going'
const QUEUE_FULL = 'another one was waiting already'

interface ScheduleTable extends Sync<ScheduleStore> {
  schedule(id: string): ScheduleRecord | undefined
}

export function scheduleTable(db: Database): ScheduleTable {
  const kept = notesOf<ScheduleRecord>(db, 'schedule')
  const dropFires = statements(db).remove(fires, eq(fires.schedule, given('id')))
  const all = () =>
    kept
      .all()
      .map(([, one]) => one)
      .sort((a, b) => a.createdAt - b.createdAt)
  const add = db.transaction<ScheduleTable['addSchedule']>((schedule) => {
    const known = all().find(({ same, state }) => same === schedule.same && state !== 'done')
    if (known === undefined) kept.put(schedule.id, schedule)
    return known?.id
  })
  const change = db.transaction<ScheduleTable['changeSchedule']>((id, changed) => {
    const was = kept.get(id)
    if (was !== undefined) kept.put(id, { ...was, ...changed })
    return was !== undefined
  })
  const forget = db.transaction<ScheduleTable['removeSchedule']>((id) => {
    kept.drop(id)
    dropFires({ id })
  })
  return {
    schedules: all,
    schedule: kept.get,
    addSchedule: add.immediate,
    changeSchedule: change.immediate,
    removeSchedule: forget.immediate,
  }
}
