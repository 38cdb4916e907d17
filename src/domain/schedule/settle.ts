import { firesBetween, nextFire, type When } from './when.ts'

/** What a missed fire comes to: nothing but a line that says so, or one run for all that were missed in a row. */
export type MissedPolicy = 'skip' | 'once'
/** What a fire comes to while the run before it still goes on. */
export type OverlapPolicy = 'skip' | 'queue'

/** A fire that begins less than this after its time counts as on time, in ms; no two of a cron are closer. */
export const GRACE_MS = 60_000
/** Fires that were missed in a row are counted up to this number. */
export const MOST_COUNTED = 1_000

/** How far a schedule has been looked at. */
export interface Looked {
  /** The next fire, in Unix ms; null where there is none. */
  readonly nextAt: number | null
  /** What the clock said when fires were last decided, in Unix ms. */
  readonly lookedAt: number
}

/** What has come due. */
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
  const late = now - last >= GRACE_MS
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
  const [last] = firesBetween(when, zone, { after: Math.max(some.at(-1) ?? 0, now - GRACE_MS), until: now, limit: 1 })
  return [first, ...some, ...(last === undefined ? [] : [last])]
}

const earliest = (a: number | null, b: number | undefined): number | null =>
  b === undefined ? a : a === null ? b : Math.min(a, b)
