import { shellCommands } from '../domain/draft/shell.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Call } from './command.ts'

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

/** The port that --port names; undefined where it is not given. Throws `bad_usage` for what is none. */
export function portOf(given: string | boolean | undefined): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (!/^\d+$/.test(String(given)) || number > 65_535)
    throw new WaylandError('bad_usage', `--port must be a whole number from 0 to 65535, not "${given}"`)
  return number
}

/** Usual time of an agent's run, in seconds. */
const DEFAULT_SECONDS = 600
const MOST_SECONDS = 86_400

/** The value of --timeout in seconds. Throws `bad_usage`. */
export function secondsOf(value: Call['flags'][string]): number {
  const seconds = value === undefined ? DEFAULT_SECONDS : Number(value)
  if (seconds > 0 && seconds <= MOST_SECONDS) return seconds
  throw new WaylandError(
    'bad_usage',
    `--timeout takes seconds up to ${MOST_SECONDS}, not "${String(value).slice(0, 20)}"`,
  )
}

/** The value of --agent-words: words as a shell would split them. Throws `bad_usage`. */
export function argumentsOf(text: Call['flags'][string]): readonly string[] {
  if (typeof text !== 'string' || text.trim() === '') return []
  const [line, ...more] = shellCommands(`agent ${text}`)
  if (line === undefined || more.length > 0 || line.piped.length > 0 || line.writesTo !== undefined)
    throw new WaylandError('bad_usage', '--agent-words takes arguments, and no other commands')
  return line.argv.slice(1)
}
