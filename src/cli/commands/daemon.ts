import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { nearestWord } from '../nearest-word.ts'

export const command: Words = {
  topic: 'connecting',
  takes: 'start|stop|status|run|logs|retry|install',
  words: 'Run or control the process that reads events from hooks and answers prompts at once',
  flags: {
    once: { words: 'With run: take in what waits, finish, and end' },
    idle: { value: 'minutes', words: 'With run: end after so long without work, or when this program was replaced' },
  },
  text: [
    'The hooks of your agents start it, with --idle 30, and it ends after half an hour without work; with daemon.autostart off they do not, and the next prompt, "daemon run --once" or the next "status" takes in what waits. run stays in the foreground and ends in order on SIGTERM; run --once takes in what waits and ends; start puts it in the background, to stay. A second daemon for one data folder names the first and ends with 3.',
    'What failed, or ended its process, three times is put aside and named by "status"; retry tries it once more, with exit code 1 where something fails again. install prints a systemd user unit and a launchd property list.',
  ],
  shape: 'daemon status; "run --once" prints {done, later, put_aside}, "retry" {tried, waiting, put_aside}.',
  json: {
    running: 'whether a process holds the data folder',
    answers: 'whether it answers; one that does not can be stopped all the same',
    pid: 'its process number, or null',
    started_at: 'ISO 8601, or null',
    socket: 'path of its socket, or null',
    waiting: 'number of events that wait',
    put_aside: 'number of events that were given up after three tries',
    aside: '[{kind, what, at, why}]: the same by name',
    done: 'events taken in since it started',
    watched: 'transcripts that it reads on in',
    rss: 'memory in bytes, or null',
    idle_minutes: 'after how long without work it ends, or null',
    log_file: 'its log, of 4 MiB at most and one older file',
  },
  example: 'wayland-core daemon run --once',
}

const WORDS = ['start', 'stop', 'status', 'run', 'logs', 'retry', 'install'] as const
type Word = (typeof WORDS)[number]

/** Flags that only one subcommand takes. */
const OWN: Readonly<Record<string, Word>> = { once: 'run', idle: 'run' }

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
  if (word === 'retry') return await (await import('../put-aside-text.ts')).retry(call)
  if (word === 'run') await (await import('../daemon-run.ts')).runForeground(call)
  else await (await import('../daemon-control.ts')).control(word, call)
  return EXIT.done
}

function hintFor(said: string | undefined): { readonly hint?: string } {
  const near = said === undefined ? undefined : nearestWord(said, WORDS)
  return near === undefined ? {} : { hint: `Did you mean "wayland-core daemon ${near}"?` }
}
