import { WaylandError } from '../domain/errors.ts'

/** The time that `2d`, `12h`, `3w` or an ISO 8601 date means. Throws `bad_usage`. */
export function sinceDate(text: string, now: Date): Date {
  const [, count = '', unit = ''] = /^(\d{1,5})([hdw])$/.exec(text.trim()) ?? []
  const ms = UNITS[unit]
  const date = ms === undefined ? new Date(text) : new Date(now.getTime() - Number(count) * ms)
  if (Number.isNaN(date.getTime()))
    throw new WaylandError('bad_usage', `--since takes 12h, 2d, 3w or a date, not "${text.slice(0, 40)}"`, {
      hint: 'For example --since 2d.',
    })
  return date
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }
