import { bad } from './bad-time.ts'
import { instantsOf, isZone, type LocalTime, localTimeAt } from './local-time.ts'

/**
 * An instant (Unix ms) from a date and a time of day, with an offset or a zone behind it, else in `zone`; a time of day
 * alone is the next one. Of a time that the clocks show twice it is the first. Throws `bad_usage` naming the field that is
 * wrong, also for a time that the clocks skip.
 */
export function parseAt(text: string, zone: string, now: number): number {
  const alone = CLOCK.exec(text.trim())?.groups
  if (alone !== undefined) return nextTime(alone, zone, now)
  const given = DATED.exec(text.trim())?.groups
  if (given === undefined) throw bad('at', `"${text.slice(0, 40)}" is no date with a time of day, and no time of day`)
  const { offset, zone: named } = given
  const local = checked(given)
  if (offset !== undefined) return Date.UTC(...parts(local)) - offsetMs(offset)
  if (named !== undefined && !isZone(named)) throw bad('at', `zone "${named}" is none that this system knows`)
  return instant(local, named ?? zone)
}

const TIME = '(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2}))?'
const CLOCK = new RegExp(`^${TIME}$`)
const DATED = new RegExp(
  `^(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})(?:T| {1,4})${TIME}` +
    '(?: {0,4}(?:(?<offset>Z|[+-]\\d{2}:?\\d{2})|(?<zone>[A-Za-z][\\w+/-]{0,60})))?$',
)

type Groups = Readonly<Record<string, string | undefined>>

/** Today's, or tomorrow's where that has passed or does not exist. */
function nextTime(given: Groups, zone: string, now: number): number {
  const time = timeOf(given)
  for (let day = 0; day <= 2; day++) {
    const date = localTimeAt(now + day * 86_400_000, zone)
    const found = instantsOf({ ...date, ...time }, zone).find((at) => at > now)
    if (found !== undefined) return found
  }
  throw bad('at', `the clocks of ${zone} do not show that time`)
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
  const [hour, minute, second] = [Number(given.hour), Number(given.minute), Number(given.second ?? 0)]
  within('hour', hour, 0, 23)
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
