import { shellCommands } from '../domain/draft/shell.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Call } from './command.ts'

/** Usual time of an agent's run, in seconds. */
const DEFAULT_SECONDS = 600
const MOST_SECONDS = 86_400

/** The value of --timeout in seconds. Throws `bad_usage`. */
export function secondsOf(value: Call['flags'][string], command: string): number {
  const seconds = value === undefined ? DEFAULT_SECONDS : Number(value)
  if (seconds > 0 && seconds <= MOST_SECONDS) return seconds
  throw usage(`--timeout takes seconds up to ${MOST_SECONDS}, not "${String(value).slice(0, 20)}"`, command)
}

/** The value of --agent-words: words as a shell would split them. Throws `bad_usage`. */
export function argumentsOf(text: Call['flags'][string], command: string): readonly string[] {
  if (typeof text !== 'string' || text.trim() === '') return []
  const [line, ...more] = shellCommands(`agent ${text}`)
  if (line === undefined || more.length > 0 || line.piped.length > 0 || line.writesTo !== undefined)
    throw usage('--agent-words takes arguments, and no other commands', command)
  return line.argv.slice(1)
}

const usage = (message: string, command: string) =>
  new WaylandError('bad_usage', message, { hint: `See "wayland-core ${command} --help".` })
