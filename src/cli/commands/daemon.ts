import { WaylandError } from '../../domain/errors.ts'
import type { Call, ExitCode } from '../command.ts'
import { nearestWord } from '../nearest-word.ts'

const WORDS = ['start', 'stop', 'status', 'run', 'logs', 'retry', 'install'] as const
type Word = (typeof WORDS)[number]

/** Flags that only one subcommand takes. */
const OWN: Readonly<Record<string, Word>> = { once: 'run', print: 'install', lines: 'logs' }

/** Runs the daemon, or sends it a request. */
export async function run(call: Call): Promise<ExitCode> {
  const [said, ...more] = call.words
  const word = WORDS.find((known) => known === said)
  if (word === undefined || more.length > 0)
    throw new WaylandError(
      'bad_usage',
      `daemon needs one of ${WORDS.join(', ')}, not "${call.words.join(' ')}"`,
      hintFor(said),
    )
  for (const [flag, owner] of Object.entries(OWN))
    if (call.flags[flag] !== undefined && owner !== word)
      throw new WaylandError('bad_usage', `daemon ${word} does not take --${flag}, which belongs to daemon ${owner}`)
  if (word === 'run') return await (await import('../daemon-run.ts')).runForeground(call)
  if (word === 'retry') return await (await import('../daemon-retry.ts')).retry(call)
  return await (await import('../daemon-control.ts')).control(word, call)
}

function hintFor(said: string | undefined): { readonly hint?: string } {
  const near = said === undefined ? undefined : nearestWord(said, WORDS)
  return near === undefined ? {} : { hint: `Did you mean "wayland-core daemon ${near}"?` }
}
