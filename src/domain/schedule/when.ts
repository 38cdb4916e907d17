import { bad, parseAt } from './at.ts'
import { cronBetween, nextCron, parseCron } from './cron.ts'
import { isZone } from './local-time.ts'

/** When a schedule fires: once, at an instant (Unix ms), or whenever a cron expression says. */
export type When =
  | { readonly kind: 'once'; readonly at: number }
  | { readonly kind: 'cron'; readonly expression: string }

/** What a person gives: one of the two, and the zone of their clocks. */
export interface AskedTime {
  readonly at?: string | undefined
  readonly cron?: string | undefined
  /** A name such as `Europe/Berlin`. */
  readonly zone: string
}

/** The time that a person asks for, at `now` (Unix ms). Throws `bad_usage` naming the option and the field that is wrong. */
export function parseWhen(asked: AskedTime, now: number): When {
  const given = (['at', 'cron'] as const).filter((name) => asked[name] !== undefined)
  const [one, two] = given
  if (one === undefined) throw bad('at or --cron', 'is missing: one of them says when')
  if (two !== undefined) throw bad(two, `cannot go with --${one}: one of them says when`)
  if (!isZone(asked.zone))
    throw bad(one, `is in the zone "${asked.zone.slice(0, 40)}", which this system does not know`)
  const text = asked[one] ?? ''
  if (one === 'cron') return { kind: 'cron', expression: parseCron(text, asked.zone, now) }
  const at = parseAt(text, asked.zone, now)
  if (at <= now) throw bad(one, `"${text}" has passed: ${new Date(at).toISOString()} is not after now`)
  if (at - now > FARTHEST_MS) throw bad(one, `"${text}" is more than ten years away`)
  return { kind: 'once', at }
}

/** The first fire after an instant; undefined where there is none. */
export function nextFire(when: When, zone: string, after: number): number | undefined {
  if (when.kind === 'cron') return nextCron(when.expression, zone, after)
  return when.at > after ? when.at : undefined
}

/** The fires after one instant and not after another, at most `limit`, in Unix ms. */
export function firesBetween(
  when: When,
  zone: string,
  range: { readonly after: number; readonly until: number; readonly limit: number },
): readonly number[] {
  if (when.kind === 'cron') return cronBetween(when.expression, zone, range)
  return when.at > range.after && when.at <= range.until ? [when.at] : []
}

/** Leap days included. */
const FARTHEST_MS = 3_653 * 86_400_000
