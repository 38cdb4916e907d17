import { asWaylandError } from '../../domain/errors.ts'
import { redactText } from '../../domain/redact.ts'
import { showLocal } from '../../domain/schedule/local-time.ts'
import { readPlan } from '../../domain/schedule/read-plan.ts'
import { type SchedulePlan, scheduledName } from '../../domain/schedule/schedule.ts'
import { settle } from '../../domain/schedule/settle.ts'
import type { TurnInput } from '../../domain/turn.ts'
import type { FireEnd, FireRecord, NewFire, ScheduleChange, ScheduleRecord } from '../../store/ports/schedule-store.ts'
import type { ScheduledFolder } from '../../store/scheduled-folder.ts'
import type { Core } from '../core.ts'
import { type LogFiles, logOf, openRunLog, type RunLog } from '../proof/run-log.ts'
import type { AgentEnd, AgentRunner } from './agent-runner.ts'
import { createFireRecovery, ended, type FiringLine, MISSED } from './fire-recovery.ts'
import type { ScheduledSkills } from './scheduled-skills.ts'

export interface Firing {
  /**
   * Looks once: notes what has come due, and begins what is to run, as far as there is room. It does not wait for the runs;
   * `idle` does. `tell` is given each end, and each plan that cannot be read, once.
   */
  tick(options: TickOptions): Promise<void>
  /** Runs a fire of one schedule that waits, and gives it back as it ended; undefined where none waits. */
  runNext(schedule: string, signal: AbortSignal): Promise<FireRecord | undefined>
  /** Waits until no run goes on here. */
  idle(): Promise<void>
}

export interface TickOptions {
  /** Aborted, it ends the runs that go on: they are marked as interrupted. */
  readonly signal: AbortSignal
  readonly tell: (line: FiringLine) => void
}

export interface FiringParts extends Core<'store' | 'clock'> {
  readonly skills: Pick<ScheduledSkills, 'render' | 'archive'>
  readonly runner: AgentRunner
  readonly copies: LogFiles & Pick<ScheduledFolder, 'dropLogs'>
  /** Records a run as a turn of its own kind. */
  readonly record: (turn: TurnInput) => Promise<unknown>
  readonly pid: number
  readonly alive: (pid: number) => boolean
}

/** Runs at once, of all schedules: each is an agent that works. */
const MOST_AT_ONCE = 2
/** Fires and logs kept of one schedule. */
const MOST_KEPT = 200

export function createFiring(parts: FiringParts): Firing {
  const { store, clock, pid } = parts
  const going = new Map<string, Promise<FireRecord>>()
  const toldOf = new Set<string>()
  /** The plan of each schedule as it was read last: few texts change from one look to the next. */
  const plans = new Map<string, { readonly text: string; readonly plan: SchedulePlan }>()
  /** Fires that wait for room here. */
  const noted = new Set<string>()
  const now = () => clock.now().getTime()
  const { perform, finish } = createRunning(parts, now)
  const recover = createFireRecovery({ ...parts, now, noted, going, finish })

  async function tick({ signal, tell }: TickOptions): Promise<void> {
    const all = await store.schedules()
    await recover(all, tell)
    for (const one of all) if (one.state === 'active') await look(one, tell)
    while (going.size < MOST_AT_ONCE && !signal.aborted) {
      const fire = await store.takeFire({ pid, at: now() })
      if (fire === undefined) return
      void begin(fire, signal).then(({ state, why, schedule }) =>
        tell({ schedule, skill: all.find(({ id }) => id === schedule)?.skill ?? '', state, why }),
      )
    }
  }

  async function look(one: ScheduleRecord, tell: TickOptions['tell']): Promise<void> {
    const last = plans.get(one.id)
    const plan = last?.text === one.plan ? last.plan : readPlan(one.plan)
    if ('fault' in plan) {
      if (!toldOf.has(one.id)) tell({ schedule: one.id, skill: one.skill, state: 'unreadable', why: plan.fault })
      toldOf.add(one.id)
      return
    }
    toldOf.delete(one.id)
    plans.set(one.id, { text: one.plan, plan })
    const at = now()
    const found = settle(plan, one, at)
    if (found === undefined) return
    const { fire, lost, ...looked } = found
    const fires: NewFire[] = []
    if (lost !== undefined) {
      const why = lostWords(lost, plan.zone)
      fires.push({ id: clock.newId(), at: lost.to, byHand: false, state: 'missed', missed: lost.count, why, pid })
      tell({ schedule: one.id, skill: one.skill, state: 'missed', why })
    }
    if (fire !== undefined) {
      const why = lateWords(fire)
      const id = clock.newId()
      noted.add(id)
      fires.push({ id, at: fire.at, byHand: false, state: 'waiting', missed: fire.missed, why, pid })
    }
    const isOver = plan.when.kind === 'once' && fire === undefined && lost !== undefined
    const next: ScheduleChange = isOver ? { ...looked, state: 'failed', reason: MISSED } : looked
    await store.settleSchedule(one.id, {
      ...{ expected: { nextAt: one.nextAt, lookedAt: one.lookedAt }, next, fires, overlap: plan.overlap },
    })
  }

  function begin(fire: FireRecord, signal: AbortSignal): Promise<FireRecord> {
    noted.delete(fire.id)
    const run = perform(fire, signal).finally(() => going.delete(fire.id))
    going.set(fire.id, run)
    return run
  }

  return {
    tick,
    async runNext(schedule, signal) {
      await recover(await store.schedules(), () => {})
      const fire = await store.takeFire({ pid, at: now(), schedule })
      return fire && (await begin(fire, signal))
    },
    async idle() {
      while (going.size > 0) await Promise.allSettled(going.values())
    },
  }
}

/** Runs fires that were taken, and notes how they ended. */
function createRunning(parts: FiringParts, now: () => number) {
  const { store, skills, runner, copies, clock } = parts

  /** Runs a fire that was taken, and notes its end, whatever happens. */
  async function perform(fire: FireRecord, signal: AbortSignal): Promise<FireRecord> {
    const one = (await store.schedules()).find(({ id }) => id === fire.schedule)
    const plan = one === undefined ? { fault: 'its schedule was removed' } : readPlan(one.plan)
    if (one === undefined || 'fault' in plan)
      return await finish(fire, undefined, ended('failed', 'fault' in plan ? plan.fault : '', now()))
    const printed = openRunLog(copies, logOf(fire.id))
    const end = await work(fire, { one, plan, signal, said: printed.said })
    const isLogged = await printed.end(end?.why ? `${end.why}\n` : '')
    const log = logOf(fire.id)
    if (end === undefined)
      return await finish(
        fire,
        plan,
        { ...ended('interrupted', 'the program that ran it was stopped', now()), log },
        one,
      )
    if (end.calls !== undefined) await parts.record(turnOf(fire, { one, plan, end, at: clock.now() })).catch(() => {})
    const why = [
      end.why === null ? fire.why : redactText(end.why).text,
      isLogged ? undefined : 'its output could not be written',
    ]
      .filter(Boolean)
      .join('; ')
    const done: FireEnd = { state: end.how, endedAt: now(), exitCode: end.exitCode, why: why || null, log }
    return await finish(fire, plan, done, one)
  }

  /** Undefined where it was stopped. */
  async function work(fire: FireRecord, { one, plan, signal, said }: Work): Promise<AgentEnd | undefined> {
    try {
      const rendered = await skills.render(one.skill, plan.args, { engine: plan.engine })
      if (rendered === undefined)
        return fault(`the copy of the skill is gone: add "${one.skill}" again, or remove this schedule`)
      return await runner.run({ ...plan, id: fire.id, prompt: rendered.text, said, signal })
    } catch (error) {
      return signal.aborted ? undefined : fault(asWaylandError(error).message)
    }
  }

  async function finish(
    fire: FireRecord,
    plan: SchedulePlan | undefined,
    end: FireEnd,
    one?: ScheduleRecord,
  ): Promise<FireRecord> {
    // A run by hand before its time changes nothing; one after it failed makes up for it.
    const isOfPlan = plan?.when.kind === 'once' && (!fire.byHand || one?.state === 'failed')
    const change: ScheduleChange | undefined = !isOfPlan
      ? undefined
      : end.state === 'succeeded'
        ? { state: 'done', reason: null, nextAt: null }
        : { state: 'failed', reason: end.why ?? end.state, nextAt: null }
    // Its schedule may have been removed meanwhile.
    if (!(await store.endFire(fire.id, end, change)) && end.log !== null) copies.dropLogs([end.log])
    copies.dropLogs(await store.dropFires(fire.schedule, MOST_KEPT))
    if (change?.state === 'done' && one !== undefined) await putAway(one)
    return { ...fire, ...end }
  }

  /** Archives the copy of a skill that no other schedule uses. */
  async function putAway({ skill }: ScheduleRecord): Promise<void> {
    const isUsed = (await store.schedules()).some((other) => other.skill === skill && other.state !== 'done')
    if (!isUsed) await skills.archive(skill, now()).catch(() => {})
  }

  return { perform, finish }
}

interface Work {
  readonly one: ScheduleRecord
  readonly plan: SchedulePlan
  readonly signal: AbortSignal
  readonly said: RunLog['said']
}

const fault = (why: string): AgentEnd => ({ how: 'failed', why, exitCode: null })

const lostWords = (
  { count, from, to }: { readonly count: number; readonly from: number; readonly to: number },
  zone: string,
) =>
  count === 1
    ? `nothing ran at ${showLocal(to, zone)}`
    : `${count} missed: ${showLocal(from, zone)} to ${showLocal(to, zone)}`

const lateWords = ({ late, missed }: { readonly late: boolean; readonly missed: number }): string | null =>
  missed > 0
    ? `${late ? 'late, ' : ''}for ${missed} missed before it, too`
    : late
      ? 'late: nothing ran at its time'
      : null

/** A run as a turn of its own kind: the skill that it followed, what it called, how it ended. */
const turnOf = (
  { id, startedAt }: FireRecord,
  {
    one,
    plan,
    end,
    at,
  }: { readonly one: ScheduleRecord; readonly plan: SchedulePlan; readonly end: AgentEnd; readonly at: Date },
): TurnInput => ({
  ...{ kind: 'scheduled', engine: plan.engine, sessionId: `scheduled-${id}`, projectDir: plan.projectDir },
  ...{ userInput: `/${scheduledName(one.skill)} ${plan.args}`.trim(), pickedSkill: one.skill },
  outcome: end.how === 'succeeded' ? 'success' : 'failure',
  summary: `scheduled${end.why === null ? '' : `: ${end.why.slice(0, 200)}`}`,
  timestamp: startedAt === null ? at : new Date(startedAt),
  toolCalls: end.calls ?? [],
})
