import type { FireRecord, ScheduleView, SkillLoop } from '../app/skill-loop.ts'
import { holderOf } from '../daemon/holder.ts'
import { showLocal } from '../domain/schedule/local-time.ts'
import type { Check } from '../engines/checkup.ts'
import type { Fields } from './command.ts'
import type { Report } from './report.ts'

type Loop = Pick<SkillLoop, 'upkeep' | 'schedules'>

/** How the schedules of a person stand, but for those that are done. */
export interface ScheduleStanding {
  readonly active: readonly ScheduleView[]
  readonly paused: number
  readonly next: ScheduleView | undefined
  /** Those whose latest fire did not succeed, or that failed for good. */
  readonly failed: readonly ScheduleView[]
  /** What to do where they wait and no daemon runs. */
  readonly needed: string | undefined
}

/** Undefined where there are none, as without a database and for a user of the bank. */
export async function scheduleStanding(loop: Loop): Promise<ScheduleStanding | undefined> {
  if ('none' in loop.upkeep.database || loop.upkeep.config.settings.user !== null) return undefined
  const all = (await loop.schedules.list()).filter(({ state }) => state !== 'done')
  if (all.length === 0) return undefined
  const active = all.filter(({ state }) => state === 'active')
  const [next] = active.filter((one) => one.next.length > 0).sort((a, b) => (a.next[0] ?? 0) - (b.next[0] ?? 0))
  return {
    ...{ active, next, paused: all.filter(({ state }) => state === 'paused').length },
    failed: all.filter(({ state, last }) => state === 'failed' || FAILED.has(last?.state ?? '')),
    needed: active.length === 0 ? undefined : daemonNeeded(loop),
  }
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'timed_out', 'interrupted', 'missed'])

export const standingRows = (standing: ScheduleStanding | undefined): readonly (readonly string[])[] =>
  standing === undefined ? [] : [['schedules', standingText(standing)]]

/** What a person should do about it. */
export function tellFailures(standing: ScheduleStanding | undefined, report: Report): void {
  if (standing?.needed !== undefined) report.line(standing.needed)
  for (const one of standing?.failed ?? []) report.line(`${failureText(one)} (${logOf(one)})`)
}

function standingText({ active, paused, next, failed }: ScheduleStanding): string {
  const counts = [
    `${active.length} active`,
    ...(paused === 0 ? [] : [`${paused} paused`]),
    ...(failed.length === 0 ? [] : [`${failed.length} with a failed run`]),
  ].join(', ')
  return next?.plan === undefined ? counts : `${counts}; next ${next.skill} at ${timeOf(next, next.plan.zone)}`
}

/** What went wrong with one, and where to read on. */
const failureText = (one: ScheduleView): string =>
  `${one.skill} ${one.last === undefined ? `failed: ${one.reason}` : fireText(one.last, one.plan?.zone)}`

export const standingToWire = (standing: ScheduleStanding | undefined) => ({
  active: standing?.active.length ?? 0,
  paused: standing?.paused ?? 0,
  next: standing?.next === undefined ? null : { ...named(standing.next), at: isoOf(standing.next) },
  failed: (standing?.failed ?? []).map((one) => ({ ...named(one), why: failureText(one) })),
  daemon_needed: standing?.needed !== undefined,
})

/** What `doctor` says of them; nothing where there are none. */
export async function checkSchedules(loop: Loop): Promise<readonly Check[]> {
  const what = 'schedules'
  const standing = await scheduleStanding(loop)
  if (standing === undefined) return []
  const found = standingText(standing)
  const faults = await loop.schedules.faults()
  return [
    standing.needed === undefined
      ? { what, state: 'ok', found }
      : { what, state: 'note', found: `${found}; no daemon runs, so nothing fires`, fix: 'wayland-core daemon start' },
    ...faults.map(({ found: is, fix }): Check => ({ what, state: 'wrong', found: is, fix })),
    ...standing.failed.map((one): Check => ({ what, state: 'note', found: failureText(one), fix: logOf(one) })),
  ]
}

const logOf = ({ id }: ScheduleView): string => `wayland-core schedule log ${id.slice(0, 8)}`

const named = ({ id, skill }: ScheduleView) => ({ id, skill })
const timeOf = ({ next: [at = 0] }: ScheduleView, zone: string): string => `${showLocal(at, zone)} ${zone}`
const isoOf = ({ next: [at = 0] }: ScheduleView): string => new Date(at).toISOString()

/** What to tell a person whose schedules nothing fires; undefined where a daemon runs. */
export function daemonNeeded({
  upkeep: {
    config: { dataDir },
  },
}: {
  readonly upkeep: Pick<SkillLoop['upkeep'], 'config'>
}): string | undefined {
  if (dataDir === null || holderOf(dataDir) !== undefined) return undefined
  return 'No daemon runs, and nothing fires without one: wayland-core daemon start'
}

type Planned = Pick<ScheduleView, 'skill' | 'plan' | 'next'>

export const scheduleToWire = (one: ScheduleView) => ({
  ...{ id: one.id, skill: one.skill, state: one.state, reason: one.reason, fault: one.fault ?? null },
  ...plannedToWire(one),
  created_at: iso(one.createdAt),
  last: one.last === undefined ? null : fireToWire(one.last),
})

/** What runs, when and how, as `--json` prints it. */
export const plannedToWire = ({ plan, next }: Planned) => ({
  at: plan?.when.kind === 'once' ? iso(plan.when.at) : null,
  cron: plan?.when.kind === 'cron' ? plan.when.expression : null,
  ...{ zone: plan?.zone ?? null, next: next.map(iso), engine: plan?.engine ?? null },
  ...{ project_dir: plan?.projectDir ?? null, arguments: plan?.args ?? null, agent_words: plan?.words ?? null },
  ...{ to: plan?.to ?? null, timeout_s: plan === undefined ? null : plan.timeoutMs / 1_000 },
  ...{ missed: plan?.missed ?? null, overlap: plan?.overlap ?? null },
})

export const fireToWire = (fire: FireRecord) => ({
  ...{ id: fire.id, planned_at: iso(fire.at), by_hand: fire.byHand, state: fire.state, why: fire.why },
  ...{ started_at: isoOrNull(fire.startedAt), ended_at: isoOrNull(fire.endedAt) },
  ...{ exit_code: fire.exitCode, missed: fire.missed },
})

export function scheduleRows(one: Planned): readonly (readonly string[])[] {
  const { plan, next } = one
  if (plan === undefined) return []
  const zone = (at: number) => `${showLocal(at, plan.zone)} ${plan.zone}`
  return [
    ['skill', one.skill],
    ['when', plan.when.kind === 'cron' ? `cron ${plan.when.expression} (${plan.zone})` : `once, ${zone(plan.when.at)}`],
    ...next.map((at, i) => [i === 0 ? 'next' : '', zone(at)]),
    ['agent', [plan.engine, ...plan.words].join(' ')],
    ['project', plan.projectDir],
    ...(plan.args === '' ? [] : [['arguments', oneLine(plan.args)]]),
    ...(plan.to === undefined ? [] : [['to', oneLine(plan.to)]]),
    ['limits', `${plan.timeoutMs / 1_000} s; missed: ${plan.missed}; overlap: ${plan.overlap}`],
  ]
}

export const whenText = ({ plan, fault }: Pick<ScheduleView, 'plan' | 'fault'>): string => {
  if (plan === undefined) return `cannot be read: ${fault}`
  return plan.when.kind === 'cron' ? plan.when.expression : 'once'
}

/** A fire in words: what it came to, when, and why. */
export const fireText = ({ state, startedAt, at, why }: FireRecord, zone = 'UTC'): string =>
  `${STATES[state]}, ${showLocal(startedAt ?? at, zone)}${why === null ? '' : `: ${oneLine(why)}`}`

const STATES: Readonly<Record<FireRecord['state'], string>> = {
  ...{ waiting: 'waits', running: 'runs', succeeded: 'succeeded', failed: 'failed', timed_out: 'timed out' },
  ...{ interrupted: 'interrupted', skipped: 'skipped', missed: 'missed' },
}

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}… (${text.length} characters)` : line
}
const MOST_SHOWN = 200

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

const PLANNED: Fields = {
  'at, cron': 'when: an ISO time, or the expression; the other is null',
  zone: 'zone of the clocks',
  next: 'the next three fires at most, as ISO times',
  'engine, project_dir, arguments, agent_words, to': 'what runs and where',
  'timeout_s, missed, overlap': 'limit of a run in seconds, and the policies',
}
export const SCHEDULE_FIELDS: Fields = {
  ...{ id: 'id; every command takes the beginning of it, or the name of the skill', skill: 'name' },
  ...{ state: 'active, paused, done or failed', reason: 'why it failed, or null' },
  fault: 'what is wrong with a plan that cannot be read, which never fires; else null',
  ...PLANNED,
  ...{ created_at: 'ISO time', last: 'the latest fire, or null' },
}

export const FIRE_FIELDS: Fields = {
  ...{ id: 'id of the fire', planned_at: 'the time that it was planned for', by_hand: 'whether a person asked for it' },
  state: 'waiting, running, succeeded, failed, timed_out, interrupted, skipped or missed',
  why: 'why it came to that, or null',
  'started_at, ended_at': 'ISO times, or null',
  exit_code: "exit code of the agent's program, or null",
  missed: 'how many fires that were missed it stands for',
}
