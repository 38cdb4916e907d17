import { WaylandError } from '../../domain/errors.ts'
import { MOST_ARGS, readPlan, sameAs, TIMEOUT, writePlan } from '../../domain/schedule/read-plan.ts'
import { type SchedulePlan, skillOfScheduled } from '../../domain/schedule/schedule.ts'
import type { MissedPolicy, OverlapPolicy } from '../../domain/schedule/settle.ts'
import { type AskedTime, firesBetween, nextFire, parseWhen } from '../../domain/schedule/when.ts'
import { itemByIdPrefix } from '../../domain/skill-reference.ts'
import type { FireRecord, ScheduleRecord } from '../../store/ports/schedule-store.ts'
import type { ScheduledFolder } from '../../store/scheduled-folder.ts'
import type { Core } from '../core.ts'
import { logOf } from '../proof/run-log.ts'
import type { AgentRunner } from './agent-runner.ts'
import type { Firing } from './firing.ts'
import { type ScheduleFault, scheduleFaults } from './schedule-faults.ts'
import type { CopiedFile, ScheduledSkills } from './scheduled-skills.ts'

/** What runs at its time, as a person sets it up and looks at it. */
export interface Schedules extends Pick<Firing, 'tick' | 'idle'> {
  /**
   * What a person asks for, checked and not saved. Throws `bad_usage` naming the option and the field that is wrong,
   * `no_such_skill`, `refused` for a skill that no person released, and `bad_option` for an agent that there is not.
   */
  plan(asked: AskedSchedule): Promise<PlannedSchedule>
  /** Saves it, and copies the skill. Throws `conflict` naming the schedule where the same is there already. */
  add(planned: PlannedSchedule): Promise<ScheduleView>
  /** All of them, those that are done too, the oldest first. */
  list(): Promise<readonly ScheduleView[]>
  /** The one that an id, the beginning of one, or the name of its skill means. Throws `not_found`. */
  find(reference: string): Promise<ScheduleView>
  /** Lets it rest: what would have fired meanwhile counts as not planned. */
  pause(reference: string): Promise<ScheduleView>
  /** Lets it go on from now. Throws `illegal_move` for a one-shot whose fire failed. */
  resume(reference: string): Promise<ScheduleView>
  /** Forgets it, its fires and their output; the copy of a skill that no other uses goes to the archive. */
  remove(reference: string): Promise<ScheduleView>
  /**
   * Brings the copy of its skill up to date, for all schedules of that skill; with `isDry` shows what would change. Throws as
   * `plan` for the skill, and `illegal_move` for a schedule that is done; nothing changes then.
   */
  refresh(reference: string, isDry: boolean): Promise<RefreshedCopy>
  /** Runs it now, in this process. Throws `conflict` while it runs already. */
  run(reference: string, signal: AbortSignal): Promise<FireRecord>
  /** Its fires, the latest first. */
  fires(reference: string, limit: number): Promise<readonly FireRecord[]>
  /** Why the next run of one would fail, for each where that is so. */
  faults(): Promise<readonly ScheduleFault[]>
  /** What a fire printed: the latest with output, or the one of this id. Throws `not_found`. */
  log(reference: string, fire?: string): Promise<FireLog>
}

export interface AskedSchedule extends AskedTime {
  /** Name or id. */
  readonly skill: string
  /** The agent; absent: the first on this machine that works without a window. */
  readonly engine?: string | undefined
  readonly words?: readonly string[]
  readonly projectDir: string
  readonly args?: string | undefined
  readonly to?: string | undefined
  readonly timeoutMs?: number | undefined
  readonly missed?: MissedPolicy | undefined
  readonly overlap?: OverlapPolicy | undefined
}

export interface PlannedSchedule {
  readonly skill: string
  readonly plan: SchedulePlan
  /** The next three fires at most, in Unix ms. */
  readonly next: readonly number[]
  /** Whether the agent's program is found on this machine now. */
  readonly agentIsHere: boolean
}

export interface ScheduleView extends Omit<ScheduleRecord, 'plan' | 'same'> {
  /** Undefined where it cannot be read, for `fault`. */
  readonly plan: SchedulePlan | undefined
  readonly fault: string | undefined
  /** The next three fires at most, in Unix ms. */
  readonly next: readonly number[]
  readonly last: FireRecord | undefined
  /** Whether the skill was changed since it was copied; only of one that was looked for. */
  readonly copyIsOld?: boolean
}

export interface RefreshedCopy {
  readonly skill: string
  /** Ids of the schedules that run the copy. */
  readonly schedules: readonly string[]
  /** The files that differed. */
  readonly files: readonly CopiedFile[]
}

export interface FireLog {
  readonly fire: FireRecord
  /** Undefined where nothing was kept. */
  readonly text: string | undefined
  readonly file: string | undefined
}

export interface SchedulesParts extends Core<'store' | 'clock'> {
  readonly skills: ScheduledSkills
  readonly runner: Pick<AgentRunner, 'agent' | 'lacks'>
  readonly firing: Firing
  readonly copies: Pick<ScheduledFolder, 'readLog' | 'dropLogs' | 'logPath'>
  readonly pid: number
}

const SHOWN = 3
const LIST = 'List the schedules with "wayland-core schedule list".'

export function createSchedules({ store, skills, runner, firing, copies, clock, pid }: SchedulesParts): Schedules {
  const now = () => clock.now().getTime()

  async function view({ plan: text, same: _, ...record }: ScheduleRecord): Promise<ScheduleView> {
    const plan = readPlan(text)
    const [last] = await store.fires({ schedule: record.id, limit: 1 })
    const isRead = !('fault' in plan)
    const next = isRead && record.state === 'active' ? upcoming(plan, record.nextAt) : []
    return { ...record, plan: isRead ? plan : undefined, fault: isRead ? undefined : plan.fault, next, last }
  }

  const record = async (reference: string) => await recordIn(store, reference)

  async function changed(one: ScheduleRecord, change: Partial<ScheduleRecord>): Promise<ScheduleView> {
    await store.changeSchedule(one.id, change)
    return await view({ ...one, ...change })
  }

  const users = async (skill: string): Promise<readonly ScheduleRecord[]> =>
    (await store.schedules()).filter((other) => other.skill === skill && other.state !== 'done')

  return {
    tick: firing.tick,
    plan: planning({ skills, runner }, now),
    idle: firing.idle,
    async add({ skill, plan }) {
      const at = now()
      const one: ScheduleRecord = {
        ...{
          id: clock.newId(),
          skill,
          plan: writePlan(plan),
          same: sameAs(skill, plan),
          state: 'active',
          reason: null,
        },
        ...{ nextAt: nextFire(plan.when, plan.zone, at) ?? null, lookedAt: at, createdAt: at },
      }
      const known = (await store.schedules()).find((other) => other.state !== 'done' && other.same === one.same)?.id
      if (known === undefined) await skills.copy(skill)
      const same = known ?? (await store.addSchedule(one))
      if (same === undefined) return await view(one)
      throw new WaylandError('conflict', `the same is scheduled already, as ${same.slice(0, 8)}`, {
        hint: `Look at it with "wayland-core schedule show ${same.slice(0, 8)}", or remove it first.`,
      })
    },
    list: async () => await Promise.all((await store.schedules()).map(view)),
    async find(reference) {
      const one = await view(await record(reference))
      return { ...one, copyIsOld: one.state !== 'done' && (await skills.isOld(one.skill)) }
    },
    async pause(reference) {
      const one = await record(reference)
      if (one.state !== 'active') return await refuseMove(one, 'pause')
      const paused = await changed(one, { state: 'paused' })
      const why = 'its schedule was paused'
      const end = { state: 'skipped', endedAt: now(), exitCode: null, why, log: null } as const
      for (const fire of await store.fires({ schedule: one.id, open: true, limit: 9 }))
        if (fire.state === 'waiting') await store.endFire(fire.id, end)
      return paused
    },
    async resume(reference) {
      const one = await record(reference)
      const plan = readPlan(one.plan)
      if (one.state !== 'paused' || 'fault' in plan) return await refuseMove(one, 'resume')
      // A one-shot whose time has passed meanwhile is missed, and its policy says what that comes to.
      const nextAt = plan.when.kind === 'once' ? one.nextAt : (nextFire(plan.when, plan.zone, now()) ?? null)
      return await changed(one, { state: 'active', nextAt, lookedAt: now() })
    },
    async remove(reference) {
      const one = await record(reference)
      const shown = await view(one)
      copies.dropLogs((await store.fires({ schedule: one.id, limit: -1 })).map(({ id }) => logOf(id)))
      await store.removeSchedule(one.id)
      if ((await users(one.skill)).length === 0) await skills.archive(one.skill, now())
      return shown
    },
    async refresh(reference, isDry) {
      const one = await record(reference)
      if (one.state === 'done') return await refuseMove(one, 'be refreshed')
      const files = await skills.update(one.skill, isDry)
      return { skill: one.skill, schedules: (await users(one.skill)).map(({ id }) => id), files }
    },
    async run(reference, signal) {
      const { id } = await record(reference)
      const fire = { id: clock.newId(), at: now(), byHand: true, state: 'waiting', missed: 0, why: null, pid } as const
      await store.settleSchedule(id, { fires: [fire], overlap: 'skip' })
      const run = await firing.runNext(id, signal)
      if (run !== undefined) return run
      throw new WaylandError('conflict', `the schedule ${id.slice(0, 8)} runs already`, {
        hint: `Wait for its end: wayland-core schedule show ${id.slice(0, 8)}`,
      })
    },
    fires: async (reference, limit) => await store.fires({ schedule: (await record(reference)).id, limit }),
    log: logReading({ store, copies }),
    faults: async () => await scheduleFaults({ store, skills, runner }),
  }
}

const planning =
  ({ skills, runner }: Pick<SchedulesParts, 'skills' | 'runner'>, now: () => number): Schedules['plan'] =>
  async (asked) => {
    const { args = '', timeoutMs = TIMEOUT.usual, missed = 'once', overlap = 'skip', words = [], to } = asked
    if (args.length > MOST_ARGS)
      throw new WaylandError('bad_usage', `the arguments have ${args.length} characters; ${MOST_ARGS} at most`)
    const when = parseWhen(asked, now())
    const skill = await skills.named(skillOfScheduled(asked.skill) ?? asked.skill).catch(async (error: unknown) => {
      if (skillOfScheduled(asked.skill) === undefined) throw error
      return await skills.named(asked.skill)
    })
    const { name: engine, isHere: agentIsHere } = await runner.agent(asked.engine)
    const { zone, projectDir } = asked
    const plan: SchedulePlan = {
      ...{ when, zone, engine, words, projectDir, args, timeoutMs, missed, overlap },
      ...(to === undefined ? {} : { to }),
    }
    return { skill, plan, agentIsHere, next: upcoming(plan, nextFire(when, zone, now()) ?? null) }
  }

/** The log of a fire; of the latest that has one where none is named. */
const logReading =
  ({ store, copies }: Pick<SchedulesParts, 'store' | 'copies'>): Schedules['log'] =>
  async (reference, asked) => {
    const { id } = await recordIn(store, reference)
    const all = await store.fires({ schedule: id, limit: -1 })
    const fire =
      asked === undefined
        ? (all.find(({ log, state }) => log !== null || state === 'running') ?? all[0])
        : itemByIdPrefix(all, (one) => one.id, asked)
    if (fire === undefined || typeof fire === 'string')
      throw new WaylandError(
        'not_found',
        asked === undefined ? `${id.slice(0, 8)} has not fired yet` : `${id.slice(0, 8)} has no fire "${asked}"`,
        { hint: LIST },
      )
    const log = logOf(fire.id)
    const text = await copies.readLog(log)
    return { fire, text, file: text === undefined ? undefined : copies.logPath(log) }
  }

function upcoming({ when, zone }: SchedulePlan, nextAt: number | null): readonly number[] {
  if (nextAt === null) return []
  const more = firesBetween(when, zone, { after: nextAt, until: nextAt + FAR_MS, limit: SHOWN - 1 })
  return [nextAt, ...more]
}

/** The 29th of February may be eight years away. */
const FAR_MS = 30 * 366 * 86_400_000

async function refuseMove(
  { id, state, reason }: ScheduleRecord,
  move: 'pause' | 'resume' | 'be refreshed',
): Promise<never> {
  const why = reason === null ? '' : ` (${reason})`
  throw new WaylandError('illegal_move', `${id.slice(0, 8)} cannot ${move}: it is ${state}${why}`, {
    hint:
      state === 'failed'
        ? `Run it again with "wayland-core schedule run ${id.slice(0, 8)}", or remove it.`
        : 'See "wayland-core schedule list".',
  })
}

/** The schedule that a skill's name, an id or a beginning of one means. Throws `not_found`. */
async function recordIn({ schedules }: Core<'store'>['store'], reference: string): Promise<ScheduleRecord> {
  const all = await schedules()
  const skill = skillOfScheduled(reference) ?? reference
  const named = all.filter((one) => one.skill === skill)
  const live = named.filter(({ state }) => state !== 'done')
  const some = live.length > 0 ? live : named
  if (some.length === 1) return some[0] as ScheduleRecord
  const found = some.length > 1 ? 'several' : itemByIdPrefix(all, ({ id }) => id, reference.toLowerCase())
  if (typeof found === 'object') return found
  const ids = (some.length > 1 ? some : []).map(({ id }) => id.slice(0, 8)).join(', ')
  throw new WaylandError(
    'not_found',
    found === 'none'
      ? `no schedule has the id "${reference}"`
      : `"${reference}" could be several schedules${ids && `: ${ids}`}`,
    { hint: LIST },
  )
}
