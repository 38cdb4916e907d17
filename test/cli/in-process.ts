import { Console } from 'node:console'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'

/** What a command wrote, and how it ended. */
interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Commands that a test may run in its own process: those that end by themselves. Half of a start's processor time is Node's
 * own, and the suite has a thousand starts. Each of these commands runs as a program of its own as well: every example of
 * the documents does. A claim that `observe` or `learn` leaves is one of a process that lives: what a dead one left, a test
 * has made by `runAlone`.
 */
const HERE = new RegExp(
  `^(?:${[
    'route|observe|learn|replay|optimise|run|active|offered|check|model|bank|bench|status|doctor|backup|restore',
    'purge|skills|show|lift|explain|history|notes|options|scan|reward|vectors|import|install|uninstall|sync|help',
    'schedule (?:add|list|show|pause|resume|log|remove)|daemon (?:run --once|status|stop|logs|retry)|--(?:help|version|skills-.*)',
  ].join('|')})$`,
)

interface Surroundings {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdin: string | Buffer
}

/** Of two commands at once the second waits: they share this process's environment and streams. */
let last: Promise<unknown> = Promise.resolve()

/** Whether it may; a log is written to the process's own stderr, past what a test can hear of it here. */
export function runsHere(args: readonly string[], env: Readonly<Record<string, string>>): boolean {
  const [command = '--help', verb = ''] = args
  const name = command === 'schedule' || command === 'daemon' ? `${command} ${verb}` : command
  const once = name === 'daemon run' && args.includes('--once') ? ' --once' : ''
  const isLogged = 'WAYLAND_LOG_LEVEL' in env || args.some((word) => word.startsWith('--log-level'))
  return HERE.test(name + once) && !isLogged && env.NODE_OPTIONS === undefined
}

/** Runs the built program's command line in this process, with an environment and a folder of its own. */
export function runHere(args: readonly string[], around: Surroundings): Promise<Ended> {
  const ended = last.then(() => within(around, () => runLine(args)))
  last = ended.catch(() => {})
  return ended
}

async function runLine(args: readonly string[]): Promise<number> {
  const { run } = createRequire(import.meta.url)(PROGRAM) as { run: (args: readonly string[]) => Promise<number> }
  return await run(args)
}

const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'program', 'run.cjs')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Does something as if in a process of its own, and puts everything back. */
async function within({ env, cwd, stdin }: Surroundings, work: () => Promise<number>): Promise<Ended> {
  const before = { env: process.env, cwd: process.cwd(), console: globalThis.console, writeSync: fs.writeSync }
  const ownStdin = Object.getOwnPropertyDescriptor(process, 'stdin')
  const listeners = SIGNALS.map((signal) => process.listeners(signal))
  const onError = process.stderr.listeners('error') as (() => void)[]
  const said = { out: [] as Buffer[], err: [] as Buffer[] }
  const err = new Writable({
    write: (chunk: Buffer, _, done) => {
      said.err.push(chunk)
      done()
    },
  })
  process.env = { ...env }
  process.chdir(cwd)
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(stdin)]) })
  globalThis.console = new Console({ stdout: err, stderr: err })
  fs.writeSync = ((file: number, bytes: Buffer, ...more: readonly unknown[]) => {
    if (file !== 1) return (before.writeSync as (...given: readonly unknown[]) => number)(file, bytes, ...more)
    said.out.push(bytes.subarray(typeof more[0] === 'number' ? more[0] : 0))
    return bytes.length
  }) as typeof fs.writeSync
  try {
    const code = await work()
    return { code, stdout: Buffer.concat(said.out).toString('utf8'), stderr: Buffer.concat(said.err).toString('utf8') }
  } finally {
    fs.writeSync = before.writeSync
    globalThis.console = before.console
    process.chdir(before.cwd)
    process.env = before.env
    for (const listener of process.stderr.listeners('error') as (() => void)[])
      if (!onError.includes(listener)) process.stderr.removeListener('error', listener)
    if (ownStdin !== undefined) Object.defineProperty(process, 'stdin', ownStdin)
    for (const [i, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!listeners[i]?.includes(listener)) process.removeListener(signal, listener)
  }
}
