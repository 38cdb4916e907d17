import { bad } from './bad-time.ts'

/** A span of time such as `90s`, `10m` or `1h30m`, in ms. Throws `bad_usage`. */
export function parseSpan(text: string): number {
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
