import { readPlan } from '../../domain/schedule/read-plan.ts'
import type { SchedulePlan } from '../../domain/schedule/schedule.ts'
import { graceOf } from '../../domain/schedule/settle.ts'
import type { FireEnd, FireRecord, ScheduleRecord } from '../../store/ports/schedule-store.ts'
import type { Core } from '../core.ts'
import { type LogFiles, logOf, tidyLog } from '../proof/run-log.ts'
import type { AgentRunner } from './agent-runner.ts'

/** What happened to a schedule. */
export interface FiringLine {
  readonly schedule: string
  readonly skill: string
  readonly state: FireRecord['state'] | 'unreadable'
  readonly why: string | null
}

/** Finds what a process left that was killed; `noted` are the fires that wait for room in this one, `going` those that run. */
export function createFireRecovery(
  parts: Core<'store'> & {
    readonly now: () => number
    readonly runner: Pick<AgentRunner, 'endLeft'>
    readonly copies: LogFiles
    readonly pid: number
    readonly alive: (pid: number) => boolean
    readonly noted: ReadonlySet<string>
    readonly going: ReadonlyMap<string, unknown>
    readonly finish: (
      fire: FireRecord,
      plan: SchedulePlan | undefined,
      end: FireEnd,
      one?: ScheduleRecord,
    ) => Promise<FireRecord>
  },
) {
  const { store, runner, copies, now, pid, alive, noted, going, finish } = parts

  /** What a process that was killed left: a run is interrupted; a fire that had not begun is decided by its policy. */
  async function recover(all: readonly ScheduleRecord[], tell: (line: FiringLine) => void): Promise<void> {
    for (const fire of await store.fires({ open: true, limit: 1_000 })) {
      const one = all.find(({ id }) => id === fire.schedule)
      const plan = one && readPlan(one.plan)
      const sound = plan === undefined || 'fault' in plan ? undefined : plan
      if (going.has(fire.id)) continue
      if (fire.state === 'running' && isDead(fire, sound)) {
        runner.endLeft(fire.id)
        const end = await interruptedEnd(fire)
        await finish(fire, sound, end, one)
        tell({ schedule: fire.schedule, skill: one?.skill ?? '', state: 'interrupted', why: end.why })
      } else if (fire.state === 'waiting' && sound?.missed === 'skip' && isLeftOver(fire, sound))
        await finish(fire, sound, ended('missed', MISSED, now()), one)
    }
  }

  async function interruptedEnd({ id, byHand }: FireRecord): Promise<FireEnd> {
    const isLogged = await tidyLog(copies, logOf(id)).catch(() => false)
    const why = `${byHand ? 'the command that ran it' : 'the daemon'} ended while it ran`
    return { ...ended('interrupted', why, now()), log: isLogged ? logOf(id) : null }
  }

  const isDead = ({ pid: holder, startedAt }: FireRecord, plan: SchedulePlan | undefined): boolean =>
    holder === null || holder === pid || !alive(holder) || now() - (startedAt ?? 0) > (plan?.timeoutMs ?? 0) + LEEWAY_MS

  /** Whether the process that noted a fire is gone, and its time has passed. */
  const isLeftOver = ({ id, at, byHand, pid: by }: FireRecord, { when, zone }: SchedulePlan): boolean =>
    !byHand && now() - at >= graceOf(when, zone, at) && (by === null || (by === pid ? !noted.has(id) : !alive(by)))

  return recover
}

/** A process that holds a fire for longer than its time and this, in ms, is another one with its number. */
const LEEWAY_MS = 120_000

export const MISSED = 'it was missed: nothing ran at its time'

export const ended = (state: FireEnd['state'], why: string, endedAt: number): FireEnd => ({
  ...{ state, why, endedAt, exitCode: null, log: null },
})
