import type { FireState, ScheduleState } from '../../domain/schedule/schedule.ts'
import type { Looked, OverlapPolicy } from '../../domain/schedule/settle.ts'

export interface ScheduleStore {
  /** All of them, the oldest first. */
  schedules(): Promise<readonly ScheduleRecord[]>
  /** Adds one; gives the id of one that has the same `same` and is not done, instead. Atomic among processes. */
  addSchedule(schedule: ScheduleRecord): Promise<string | undefined>
  /** Changes what is named of one; false where there is none of this id. */
  changeSchedule(id: string, change: ScheduleChange): Promise<boolean>
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

/** Fires of schedules: each is decided once and begins at most once, however many processes look. */
export interface FireStore {
  /**
   * Notes what a schedule came to, if it stands as `expected`; false, without effect, where another process was first. A
   * fire for a time that one was noted for already is left out, but for those that were missed; one that overlaps is noted
   * as skipped by its policy.
   */
  settleSchedule(id: string, step: ScheduleStep): Promise<boolean>
  /**
   * Begins the oldest fire that waits, of one schedule where it is named, whose schedule has none running: it is `running`
   * then, under this process. Undefined where there is none.
   */
  takeFire(asked: {
    readonly pid: number
    readonly at: number
    readonly schedule?: string
  }): Promise<FireRecord | undefined>
  /** Ends a fire that waits or runs, and changes its schedule with it; false where it has ended already. */
  endFire(id: string, end: FireEnd, change?: ScheduleChange): Promise<boolean>
  /** Fires, the latest first: of one schedule, or those that have not ended. */
  fires(asked: {
    readonly schedule?: string
    readonly open?: boolean
    readonly limit: number
  }): Promise<readonly FireRecord[]>
  /** Forgets all but the latest fires of a schedule; gives the logs of those. Fires that have not ended stay. */
  dropFires(schedule: string, kept: number): Promise<readonly string[]>
}

export interface ScheduleStep {
  readonly expected?: Looked
  readonly next?: ScheduleChange
  readonly fires: readonly NewFire[]
  readonly overlap: OverlapPolicy
}

export interface NewFire {
  readonly id: string
  /** The time that it was planned for, in Unix ms. */
  readonly at: number
  /** A person asked for it now; it needs no time of its own. */
  readonly byHand: boolean
  readonly state: 'waiting' | 'missed'
  /** How many fires that were missed it stands for. */
  readonly missed: number
  readonly why: string | null
  /** The process that noted it, then the one that began it. */
  readonly pid: number | null
}

export interface FireRecord extends Omit<NewFire, 'state'> {
  readonly schedule: string
  readonly state: FireState
  /** Unix ms. */
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly exitCode: number | null
  /** Name of the file with its output. */
  readonly log: string | null
}

export type FireEnd = Pick<FireRecord, 'state' | 'endedAt' | 'exitCode' | 'why' | 'log'>
