import { WaylandError } from '../errors.ts'
import { instantsOf, isZone, type LocalTime, localTimeAt } from './local-time.ts'

/**
 * An instant (Unix ms) from a date and a time of day, with an offset or a zone behind it, else in `zone`; a time of day
 * alone is the next one, `tomorrow 9am` that day's, `+5m` so long from now. Of a time that the clocks show twice it is the
 * first. Throws `bad_usage` naming the field that is wrong, also for a time that the clocks skip, and for an hour alone:
 * `9` may be morning or evening.
 */
export function parseAt(text: string, zone: string, now: number): number {
  const said = text.trim()
  if (said.startsWith('+')) return now + parseSpan(said.slice(1))
  const alone = CLOCK.exec(said)?.groups
  if (alone !== undefined) return nextTime(alone, zone, now)
  const given = DATED.exec(said)?.groups
  if (given === undefined) throw bad('at', `"${text.slice(0, 40)}" ${whyNot(said)}`)
  const { offset, zone: named } = given
  const local = checked(given)
  if (offset !== undefined) return Date.UTC(...parts(local)) - offsetMs(offset)
  if (named !== undefined && !isZone(named)) throw bad('at', `zone "${named}" is none that this system knows`)
  return instant(local, named ?? zone)
}

function whyNot(said: string): string {
  if (said.includes('*')) return 'is an expression: --cron takes it'
  if (BARE_HOUR.test(said)) return 'may be morning or evening: say am, pm or minutes'
  return DAY.test(said) ? 'lacks a time of day' : 'is no date with a time of day, and no time of day'
}

const TIME =
  '(?<hour>\\d{1,2})(?::(?<minute>\\d{2})(?::(?<second>\\d{2}))?(?: {0,4}(?<half>[AaPp][Mm](?!\\w)))?| {0,4}(?<only>[AaPp][Mm](?!\\w)))'
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const DAY = new RegExp(`^(?:today|tomorrow|${DAYS.join('|')})$`, 'i')
const CLOCK = new RegExp(`^(?:(?<day>today|tomorrow|${DAYS.join('|')}) {1,4}(?:at {1,4})?)?${TIME}$`, 'i')
const BARE_HOUR = /(?:^| )\d{1,2}$/
const DATED = new RegExp(
  `^(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})(?:T| {1,4})${TIME}` +
    '(?: {0,4}(?:(?<offset>Z|[+-]\\d{2}:?\\d{2})|(?<zone>[A-Za-z][\\w+/-]{0,60})))?$',
)

type Groups = Readonly<Record<string, string | undefined>>

/** That of the day which is named; without a name today's, or tomorrow's where that has passed or does not exist. */
function nextTime(given: Groups, zone: string, now: number): number {
  const time = timeOf(given)
  const today = localTimeAt(now, zone)
  const noon = Date.UTC(today.year, today.month - 1, today.day, 12)
  const named = given.day?.toLowerCase()
  const [first, last] = named === 'today' ? [0, 0] : named === 'tomorrow' ? [1, 1] : [0, 8]
  for (let day = first; day <= last; day++) {
    const date = new Date(noon + day * 86_400_000)
    if (DAYS.includes(named ?? '') && DAYS[date.getUTCDay()] !== named) continue
    const local = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), ...time }
    const found = instantsOf(local, zone).find((at) => at > now)
    if (found !== undefined) return found
    if (named === 'tomorrow') return instant(local, zone)
  }
  throw bad('at', named === 'today' ? 'is a time of today that has passed' : `is none that the clocks of ${zone} show`)
}

function instant(local: LocalTime, zone: string): number {
  const [first] = instantsOf(local, zone)
  if (first !== undefined) return first
  const { year, month, day, hour, minute } = local
  const two = (n: number) => String(n).padStart(2, '0')
  throw bad(
    'at',
    `time ${two(hour)}:${two(minute)} does not exist on ${year}-${two(month)}-${two(day)} in ${zone}: its clocks skip it`,
  )
}

function checked(given: Groups): LocalTime {
  const [year, month, day] = [Number(given.year), Number(given.month), Number(given.day)]
  within('month', month, 1, 12)
  within('day', day, 1, new Date(Date.UTC(year, month, 0)).getUTCDate())
  return { year, month, day, ...timeOf(given) }
}

function timeOf(given: Groups): Pick<LocalTime, 'hour' | 'minute' | 'second'> {
  const half = (given.half ?? given.only)?.toLowerCase()
  const [shown, minute, second] = [Number(given.hour), Number(given.minute ?? 0), Number(given.second ?? 0)]
  within('hour', shown, half === undefined ? 0 : 1, half === undefined ? 23 : 12)
  const hour = half === undefined ? shown : (shown % 12) + (half === 'pm' ? 12 : 0)
  within('minute', minute, 0, 59)
  within('second', second, 0, 59)
  return { hour, minute, second }
}

function within(field: string, value: number, least: number, most: number): void {
  if (value < least || value > most) throw bad('at', `${field} ${value} is wrong: ${least} to ${most} here`)
}

const parts = ({
  year,
  month,
  day,
  hour,
  minute,
  second,
}: LocalTime): [number, number, number, number, number, number] => [year, month - 1, day, hour, minute, second]

function offsetMs(text: string): number {
  if (text === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))]
  if (hours > 14 || minutes > 59) throw bad('at', `offset ${text} is wrong: -12:00 to +14:00`)
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** A span of time such as `90s`, `10m` or `1h30m`, in ms. Throws `bad_usage`. */
function parseSpan(text: string): number {
  const parts = [...text.trim().matchAll(/(\d{1,9})\s?([a-z]+)/gi)]
  const read = parts.map(([part]) => part).join('')
  if (parts.length === 0 || read !== text.trim().replace(/(?<=[a-z]) /gi, ''))
    throw bad('at', `"${text.slice(0, 40)}" is no span of time`)
  const total = parts.reduce((sum, [, count, unit = '']) => {
    const ms = UNITS.get(unit.toLowerCase())
    if (ms === undefined) throw bad('at', `unit "${unit}" is wrong: w, d, h, m and s are known`)
    return sum + Number(count) * ms
  }, 0)
  if (total === 0) throw bad('at', `"${text}" is no time from now`)
  return total
}

const DAY_MS = 86_400_000
const UNITS = new Map([
  ['w', 7 * DAY_MS],
  ['d', DAY_MS],
  ['h', 3_600_000],
  ['m', 60_000],
  ['min', 60_000],
  ['s', 1_000],
])

/** The error for a wrong value of an option of `schedule add`; the message begins with the option. */
export const bad = (option: string, why: string): WaylandError =>
  new WaylandError('bad_usage', `--${option} ${why}`, {
    hint: 'Such as --at "2027-03-01 09:00", --at "tomorrow 9am", --at 18:30, --at +2h30m, --cron "0 9 * * MON-FRI"; see "wayland-core schedule add --help".',
  })
