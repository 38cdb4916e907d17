import type { FireEnd, NewFire, ScheduleRecord } from '../../../src/store/ports/schedule-store.ts'
import { AT } from './records.ts'

export const SCHEDULE: ScheduleRecord = {
  ...{ id: 's1', skill: 'notes', plan: '{"odd":"Ä\\n"}', same: 'notes daily', state: 'active', reason: null },
  ...{ nextAt: AT + 1_000, lookedAt: AT, createdAt: AT },
}

export const FIRE: NewFire = { id: 'f1', at: AT + 1_000, byHand: false, state: 'waiting', missed: 0, why: null, pid: 5 }

export const DONE: FireEnd = { state: 'succeeded', endedAt: AT + 9_000, exitCode: 0, why: null, log: 'f1.log' }
