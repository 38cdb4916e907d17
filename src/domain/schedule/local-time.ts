/** A time of day on a date, without a zone; `month` and `day` from 1. */
export interface LocalTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/**
 * The instants (Unix ms, ascending) at which the clocks of a zone show this time: none where they skip it, two where they
 * show it twice. The zone must be known.
 */
export function instantsOf(local: LocalTime, zone: string): readonly number[] {
  const { year, month, day, hour, minute, second } = local
  const utc = Date.UTC(year, month - 1, day, hour, minute, second)
  // No change of a zone's offset is closer than a day to the next.
  const offsets = new Set([utc - DAY_MS, utc + DAY_MS].map((at) => shownAt(at, zone) - at))
  return [...offsets]
    .map((offset) => utc - offset)
    .filter((at) => shownAt(at, zone) === utc)
    .sort((a, b) => a - b)
}

/** What the clocks of a zone show at an instant. */
export function localTimeAt(at: number, zone: string): LocalTime {
  const shown = new Date(shownAt(at, zone))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  }
}

/** An instant as the clocks of a zone show it, with the zone's offset: `2026-03-29 03:00 +02:00`; seconds where they are not 0. */
export function showLocal(at: number, zone: string): string {
  const shown = shownAt(at, zone)
  const text = new Date(shown).toISOString()
  const minutes = Math.round((shown - Math.floor(at / 1_000) * 1_000) / 60_000)
  const part = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${part(Math.abs(minutes) / 60)}:${part(Math.abs(minutes) % 60)}`
  return `${text.slice(0, 10)} ${text.slice(11, text.slice(17, 19) === '00' ? 16 : 19)} ${offset}`
}

/** Whether the system knows a zone by this name, such as `Europe/Berlin` or `UTC`. */
export function isZone(name: string): boolean {
  // It also takes offsets, which name no zone.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return formats.has(name) || formatOf(name) !== undefined
  } catch {
    return false
  }
}

const DAY_MS = 86_400_000

/** What a zone's clocks show, as if they showed UTC, in ms without a fraction of a second. */
function shownAt(at: number, zone: string): number {
  const format = formats.get(zone) ?? formatOf(zone)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Making one takes a tenth of a millisecond. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: two, day: two },
    ...{ hour: two, minute: two, second: two },
  })
  formats.set(zone, format)
  return format
}
