import { Cron } from 'croner'
import { bad } from './at.ts'

/** The five fields of a cron expression, in their order. */
const FIELDS = ['minute', 'hour', 'day of month', 'month', 'day of week'] as const
/** What stands in each by way of example. */
const TAKES = ['0 to 59', '0 to 23', '1 to 31, or L for the last', '1 to 12, or JAN to DEC', '0 to 7, or SUN to SAT']

/**
 * A cron expression of five fields, with single blanks. Throws `bad_usage` naming the field that is wrong, or that no date
 * fits it.
 */
export function parseCron(text: string, zone: string, now: number): string {
  const fields = text.trim().split(/\s+/)
  if (fields.length !== FIELDS.length || text.trim() === '')
    throw bad('cron', `takes five fields (${FIELDS.join(', ')}), not ${text.trim() === '' ? 0 : fields.length}`)
  for (const [i, field] of fields.entries()) {
    const why = faultOf(field, i)
    if (why !== undefined) throw bad('cron', `${FIELDS[i]} "${field.slice(0, 40)}" is wrong: ${why} (${TAKES[i]})`)
  }
  const expression = fields.join(' ')
  if (nextCron(expression, zone, now) === undefined)
    throw bad('cron', `day of month "${fields[2]}" and month "${fields[3]}" fit no date`)
  return expression
}

/**
 * The first time of an expression after an instant, in Unix ms. Where no field of the time of day has `*`, a time that the
 * clocks of the zone skip is the first one after the gap, and one that they show twice is the first of the two; other
 * expressions follow the clocks: nothing within the gap, and both.
 */
export function nextCron(expression: string, zone: string, after: number): number | undefined {
  return cronOf(expression, zone).nextRun(new Date(after))?.getTime()
}

/** As `nextCron` for many: the times after one instant and not after another, at most `limit`. */
export function cronBetween(
  expression: string,
  zone: string,
  { after, until, limit }: { readonly after: number; readonly until: number; readonly limit: number },
): readonly number[] {
  const cron = cronOf(expression, zone)
  const found: number[] = []
  for (let at = after; found.length < limit; ) {
    const next = cron.nextRun(new Date(at))?.getTime()
    if (next === undefined || next > until) break
    found.push(next)
    at = next
  }
  return found
}

/** One way of writing an expression: names as numbers, Sunday as 0, no leading zeros, lists in order. */
export const canonicalCron = (expression: string): string =>
  expression
    .toUpperCase()
    .split(' ')
    .map((field, place) =>
      field
        .split(',')
        .map((part) => {
          const numbers = part
            .replace(/[A-Z]{3}/g, (name) => String(NAMES[place]?.[name] ?? name))
            .replace(/(?<!\d)0+(?=\d)/g, '')
          return place === 4 ? numbers.replace(/^7(?=#|$)/, '0') : numbers
        })
        .sort()
        .join(','),
    )
    .join(' ')

const numbered = (names: string, first: number): Readonly<Record<string, number>> =>
  Object.fromEntries(names.split(' ').map((name, i) => [name, i + first]))

const NAMES: readonly Readonly<Record<string, number>>[] = [
  {},
  {},
  {},
  numbered('JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC', 1),
  numbered('SUN MON TUE WED THU FRI SAT', 0),
]

/** `?` is the time of now, which is none that is planned. */
const SIGNS = /^[\dA-Za-z*,/#-]+$/

/** A field is tried alone, with `*` in all others. */
function faultOf(field: string, place: number): string | undefined {
  if (!SIGNS.test(field)) return 'it has a sign that cron does not know'
  try {
    cronOf(FIELDS.map((_, i) => (i === place ? field : '*')).join(' '), 'UTC')
    return undefined
  } catch (error) {
    const [, said = ''] = /^CronPattern: (?:Syntax error, )?(.*)/.exec((error as Error).message) ?? []
    return said.includes('illegal characters') ? 'it has a name or sign that cron does not know' : said || 'not cron'
  }
}

const cronOf = (expression: string, zone: string): Cron =>
  new Cron(expression, { timezone: zone, paused: true, mode: '5-part', fixedTimeRule: 'no-wildcard' })
