import { firesBetween, nextFire, type When } from './when.ts'

/** What a missed fire comes to: nothing but a line that says so, or one run for all that were missed in a row. */
export type MissedPolicy = 'skip' | 'once'
/** What a fire comes to while the run before it still goes on. */
export type OverlapPolicy = 'skip' | 'queue'

/** Least and greatest grace of a fire, in ms; no two of a cron are closer than the least. */
export const GRACE_MS = 60_000
const MOST_GRACE_MS = 15 * 60_000

/**
 * How long after its time a fire still counts as on time, in ms: half of the pause to the next one, at least a minute and
 * at most a quarter of an hour, as after a restart or a laptop that slept.
 */
export function graceOf(when: When, zone: string, at: number): number {
  const next = when.kind === 'once' ? undefined : nextFire(when, zone, at)
  return next === undefined ? MOST_GRACE_MS : Math.max(GRACE_MS, Math.min(MOST_GRACE_MS, (next - at) / 2))
}

/** Fires that were missed in a row are counted up to this number. */
export const MOST_COUNTED = 1_000

/** How far a schedule has been looked at. */
export interface Looked {
  /** The next fire, in Unix ms; null where there is none. */
  readonly nextAt: number | null
  /** What the clock said when fires were last decided, in Unix ms. */
  readonly lookedAt: number
}

export interface Settled extends Looked {
  /** A fire that is to run, planned for `at`; `missed` counts earlier ones that it stands for, too. */
  readonly fire?: { readonly at: number; readonly late: boolean; readonly missed: number }
  /** Fires that nothing runs for: how many, and the time of the first and of the last. */
  readonly lost?: { readonly count: number; readonly from: number; readonly to: number }
}

/**
 * What a schedule comes to at `now`; undefined where nothing has changed. Each planned fire is decided once, as the clock
 * goes on. Where the clock was set back, fires are planned from its time on again; that one which ran does not run twice is
 * for the caller to see to.
 */
export function settle(
  { when, zone, missed }: { readonly when: When; readonly zone: string; readonly missed: MissedPolicy },
  { nextAt, lookedAt }: Looked,
  now: number,
): Settled | undefined {
  const isSetBack = now < lookedAt
  const first = isSetBack && when.kind === 'cron' ? earliest(nextAt, nextFire(when, zone, now)) : nextAt
  if (first === null || first > now) return isSetBack ? { nextAt: first, lookedAt: now } : undefined
  const due = dueFrom(when, zone, first, now)
  const last = due.at(-1) ?? first
  const late = now - last >= graceOf(when, zone, last)
  const next: Looked = { nextAt: nextFire(when, zone, now) ?? null, lookedAt: now }
  const [before, all] = [due.length - 1, due.length]
  if (missed === 'once') return { ...next, fire: { at: last, late, missed: before } }
  if (late) return { ...next, lost: { count: all, from: first, to: last } }
  const lost = { count: before, from: first, to: due.at(-2) ?? first }
  return { ...next, fire: { at: last, late, missed: 0 }, ...(before === 0 ? {} : { lost }) }
}

/** The fires from one that is due up to now; the last of them also where there are more than are counted. */
function dueFrom(when: When, zone: string, first: number, now: number): readonly number[] {
  const some = firesBetween(when, zone, { after: first, until: now, limit: MOST_COUNTED - 1 })
  if (some.length < MOST_COUNTED - 1) return [first, ...some]
  const after = Math.max(some.at(-1) ?? 0, now - MOST_GRACE_MS)
  return [first, ...some, ...firesBetween(when, zone, { after, until: now, limit: MOST_COUNTED }).slice(-1)]
}

const earliest = (a: number | null, b: number | undefined): number | null =>
  b === undefined ? a : a === null ? b : Math.min(a, b)
