import type { MissedPolicy, OverlapPolicy } from './settle.ts'
import type { When } from './when.ts'

export interface SchedulePlan {
  readonly when: When
  /** The zone of the clocks that it goes by. */
  readonly zone: string
  /** The agent, as we name it. */
  readonly engine: string
  /** Arguments for the agent's program, such as what it may do without asking. */
  readonly words: readonly string[]
  /** Absolute path of the folder that the agent works in. */
  readonly projectDir: string
  readonly args: string
  /** A shell command that is given the agent's report, what it said last; absent: none. */
  readonly to?: string
  readonly timeoutMs: number
  readonly missed: MissedPolicy
  readonly overlap: OverlapPolicy
}

/** `done`: its one fire succeeded. `failed`: its one fire did not, or was missed. */
export type ScheduleState = 'active' | 'paused' | 'done' | 'failed'

/** How a fire stands: `waiting` for its turn, `running`, or its end. */
export type FireState =
  | 'waiting'
  | 'running'
  | 'succeeded'
  | 'failed'
  | 'timed_out'
  | 'interrupted'
  | 'skipped'
  | 'missed'

/** A skill's name in the namespace of scheduled skills. */
export const scheduledName = (skill: string): string => `${PREFIX}${skill}`

/** The skill that a name in that namespace means; undefined for any other name. */
export const skillOfScheduled = (name: string): string | undefined =>
  name.startsWith(PREFIX) && name.length > PREFIX.length ? name.slice(PREFIX.length) : undefined

const PREFIX = 'sched-'
