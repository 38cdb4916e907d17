/** A cron of lists, ranges and steps, as the plainest reading has it: every minute of a range is looked at. */
export function plainCron(
  expression: string,
  zone: string,
  { after, until }: { after: number; until: number },
): number[] {
  const [minutes, hours, days, months, weekdays] = expression.split(' ').map((field, i) => valuesOf(field, RANGES[i]!))
  const fields = expression.split(' ')
  const fits = ({ month, day, hour, minute, weekday }: Shown): boolean => {
    const [onDay, onWeekday] = [days!.has(day), weekdays!.has(weekday)]
    const date = fields[2] === '*' || fields[4] === '*' ? onDay && onWeekday : onDay || onWeekday
    return minutes!.has(minute) && hours!.has(hour) && months!.has(month) && date
  }
  const show = showIn(zone)
  const found: number[] = []
  const isFixed = !fields[0]!.includes('*') && !fields[1]!.includes('*')
  const begin = Math.floor(after / MINUTE) * MINUTE + MINUTE
  let before = show(begin - MINUTE)
  for (let at = begin; at <= until; at += MINUTE) {
    const now = show(at)
    const gap = now.wall - before.wall - MINUTE
    // What the clocks skipped comes as soon as they go on, once.
    const skipped = isFixed && gap > 0 && times(before.wall + MINUTE, now.wall).some((wall) => fits(shownOf(wall)))
    // What they show for the second time has been.
    const again = isFixed && [HOUR, HOUR / 2].some((ago) => show(at - ago).wall === now.wall)
    if (skipped || (fits(now) && !again)) found.push(at)
    before = now
  }
  return found
}

interface Shown {
  readonly wall: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly weekday: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const

function valuesOf(field: string, [least, most]: readonly [number, number]): ReadonlySet<number> {
  return new Set(
    field.split(',').flatMap((part) => {
      const [range = '*', step = '1'] = part.split('/')
      const [from = least, to = from] = range === '*' ? [least, most] : range.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((n) => (n - from) % Number(step) === 0)
    }),
  )
}

function showIn(zone: string): (at: number) => Shown {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const kept = offsets.get(zone) ?? new Map<number, number>()
  offsets.set(zone, kept)
  return (at) => {
    // The offset is the same within a quarter of an hour.
    const quarter = Math.floor(at / (15 * MINUTE)) * 15 * MINUTE
    const offset = kept.get(quarter) ?? Date.parse(`${format.format(quarter).replace(' ', 'T')}Z`) - quarter
    kept.set(quarter, offset)
    return shownOf(at + offset)
  }
}

/** What an oracle of a whole year asks for again and again. */
const offsets = new Map<string, Map<number, number>>()

function shownOf(wall: number): Shown {
  const date = new Date(wall)
  const [month, day, weekday] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()]
  return { wall, month, day, weekday, hour: date.getUTCHours(), minute: date.getUTCMinutes() }
}

const times = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / MINUTE }, (_, i) => from + i * MINUTE)
