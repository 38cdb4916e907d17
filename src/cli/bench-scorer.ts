import type { BenchAsked } from '../app/skill-loop.ts'
import { shellCommands } from '../domain/draft/shell.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Call } from './command.ts'

/** The scorer that the flags of `bench run` ask for. Throws `bad_usage` for flags that do not go together. */
export function scorerOf(flags: Call['flags'], folder: string): NonNullable<BenchAsked['scorer']> {
  const { scorer: given, agent, command, timeout, 'agent-words': words } = flags
  const name = given ?? (command !== undefined ? 'command' : agent !== undefined ? 'agent' : 'replay')
  if (name !== 'replay' && name !== 'agent' && name !== 'command')
    throw usage(`--scorer takes replay, agent or command, not "${String(name).slice(0, 40)}"`)
  if (name !== 'command' && command !== undefined) throw usage('--command needs --scorer command')
  if (name !== 'agent' && (agent ?? words) !== undefined) throw usage('--agent and --agent-words need --scorer agent')
  if (name === 'replay') return { name }
  const timeoutMs = secondsOf(timeout) * 1_000
  if (name === 'agent')
    return { name, agent: typeof agent === 'string' ? agent : null, words: argumentsOf(words), timeoutMs }
  if (typeof command !== 'string' || command.trim() === '')
    throw usage('--scorer command needs --command "<line for the shell>"')
  return { name, command, folder, timeoutMs }
}

const DEFAULT_SECONDS = 600
const MOST_SECONDS = 86_400

function secondsOf(value: Call['flags'][string]): number {
  const seconds = value === undefined ? DEFAULT_SECONDS : Number(value)
  if (seconds > 0 && seconds <= MOST_SECONDS) return seconds
  throw usage(`--timeout takes seconds up to ${MOST_SECONDS}, not "${String(value).slice(0, 20)}"`)
}

/** Words as a shell would split them. */
function argumentsOf(text: Call['flags'][string]): readonly string[] {
  if (typeof text !== 'string' || text.trim() === '') return []
  const [line, ...more] = shellCommands(`agent ${text}`)
  if (line === undefined || more.length > 0 || line.piped.length > 0 || line.writesTo !== undefined)
    throw usage('--agent-words takes arguments, and no other commands')
  return line.argv.slice(1)
}

const usage = (message: string) =>
  new WaylandError('bad_usage', message, { hint: 'See "wayland-core bench run --help".' })
