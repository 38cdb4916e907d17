import type { ScheduleView, SkillLoop } from '../app/skill-loop.ts'
import { holderOf } from '../daemon/holder.ts'
import { showLocal } from '../domain/schedule/local-time.ts'
import type { Check } from '../engines/checkup.ts'
import type { Report } from './report.ts'
import { fireText } from './schedule-text.ts'

type Loop = Pick<SkillLoop, 'upkeep' | 'schedules'>

/** How the schedules of a person stand, but for those that are done. */
export interface ScheduleStanding {
  readonly active: readonly ScheduleView[]
  readonly paused: number
  /** The one that fires next. */
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

/** The standing as a row of a table, where there is one. */
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

/** The standing as `--json` prints it. */
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
