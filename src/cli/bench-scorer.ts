import type { BenchAsked } from '../app/skill-loop.ts'
import { WaylandError } from '../domain/errors.ts'
import { argumentsOf, secondsOf } from './agent-flags.ts'
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
  const timeoutMs = secondsOf(timeout, 'bench run') * 1_000
  if (name === 'agent')
    return { name, agent: typeof agent === 'string' ? agent : null, words: argumentsOf(words, 'bench run'), timeoutMs }
  if (typeof command !== 'string' || command.trim() === '')
    throw usage('--scorer command needs --command "<line for the shell>"')
  return { name, command, folder, timeoutMs }
}

const usage = (message: string) =>
  new WaylandError('bad_usage', message, { hint: 'See "wayland-core bench run --help".' })
