import type { ScheduleState } from '../../domain/schedule/schedule.ts'
import type { Looked } from '../../domain/schedule/settle.ts'

/** What is to run at its time. */
export interface ScheduleStore {
  /** All of them, the oldest first. */
  schedules(): Promise<readonly ScheduleRecord[]>
  /** Adds one; gives the id of one that has the same `same` and is not done, instead. Atomic among processes. */
  addSchedule(schedule: ScheduleRecord): Promise<string | undefined>
  /** Changes what is named of one; false where there is none of this id. */
  changeSchedule(id: string, change: ScheduleChange): Promise<boolean>
  /** Forgets one with its fires. */
  removeSchedule(id: string): Promise<void>
}

export interface ScheduleRecord extends Looked {
  readonly id: string
  /** Name of the skill, without the mark of the namespace. */
  readonly skill: string
  /** As `writePlan` writes it; a person may have edited it. */
  readonly plan: string
  /** What makes two the same thing. */
  readonly same: string
  readonly state: ScheduleState
  /** Why it failed. */
  readonly reason: string | null
  /** Unix ms. */
  readonly createdAt: number
}

export type ScheduleChange = Partial<Pick<ScheduleRecord, 'state' | 'reason' | 'nextAt' | 'lookedAt'>>
