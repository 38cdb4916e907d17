import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { processIsAlive } from '../alive.ts'
import { type Config, readConfig } from '../config.ts'
import { ask } from '../daemon/ask.ts'
import { logFile, readPlace, tokenFile } from '../daemon/place.ts'
import { openSpool } from '../daemon/spool.ts'
import { launchdUnit, systemdUnit, type Unit } from '../daemon/units.ts'
import { WaylandError } from '../domain/errors.ts'
import { camelToKebab } from '../options.ts'
import { program } from '../process.ts'
import { type Call, EXIT, type ExitCode } from './command.ts'

/** `daemon start|stop|status|logs|install`. */
export async function control(word: 'start' | 'stop' | 'status' | 'logs' | 'install', call: Call): Promise<ExitCode> {
  const config = readConfig({ given: call.settings })
  const { dataDir } = config
  if (dataDir === null) throw new WaylandError('daemon_unavailable', 'a daemon needs a data folder')
  return await DO[word]({ ...call, config, dataDir })
}

interface Controlled extends Call {
  readonly config: Config
  readonly dataDir: string
}

/** How long a daemon may take to start, and to stop, in milliseconds. */
const START_MS = 15_000
const STOP_MS = 15_000
const ASK_MS = 2_000

const DO = { start, stop, status, logs, install } as const

/** What a running daemon says of itself; undefined where none answers. */
interface Told {
  readonly pid: number
  readonly startedAt: string
  readonly socket: string
  readonly port: number
  readonly [more: string]: unknown
}

async function asked(dataDir: string, request: object): Promise<Record<string, unknown> | undefined> {
  const place = readPlace(dataDir)
  if (place === undefined) return undefined
  const answer = await ask(place.socket, request, ASK_MS)
  return 'line' in answer ? (JSON.parse(answer.line) as Record<string, unknown>) : undefined
}

const running = async (dataDir: string): Promise<Told | undefined> =>
  (await asked(dataDir, { status: true }))?.status as Told | undefined

async function start({ report, json, settings, config, dataDir }: Controlled): Promise<ExitCode> {
  const first = await running(dataDir)
  if (first !== undefined)
    throw new WaylandError('daemon_running', `a daemon is running here already, as process ${first.pid}`)
  if (config.settings.skills === 'off')
    throw new WaylandError('daemon_unavailable', 'wayland-core is switched off', {
      hint: 'Set the option "skills" to "on", and start the daemon again.',
    })
  const flags = Object.entries(settings).map(([key, value]) => `--${camelToKebab(key)}=${value}`)
  const main = join(program.root, 'dist', 'cli', 'main.js')
  const child = spawn(process.execPath, [main, 'daemon', 'run', ...flags], { detached: true, stdio: 'ignore' })
  let ended: number | null | undefined
  child.on('exit', (code) => {
    ended = code
  })
  child.unref()
  for (let waited = 0; waited < START_MS && ended === undefined; waited += 50) {
    await wait(50)
    const told = await running(dataDir)
    if (told === undefined) continue
    if (json) report.json({ running: true, pid: told.pid, socket: told.socket, port: told.port })
    else report.line(`started, as process ${told.pid}`)
    return EXIT.done
  }
  throw new WaylandError('daemon_unavailable', 'the daemon did not start', {
    hint: 'Try "wayland-core daemon run", which says why, and "wayland-core daemon logs".',
  })
}

async function stop({ report, json, dataDir }: Controlled): Promise<ExitCode> {
  const told = await asked(dataDir, { stop: true })
  if (typeof told?.stopping !== 'number') {
    if (json) report.json({ running: false, pid: null })
    else report.line('no daemon was running')
    return EXIT.done
  }
  for (let waited = 0; waited < STOP_MS && processIsAlive(told.stopping); waited += 50) await wait(50)
  if (processIsAlive(told.stopping))
    throw new WaylandError('daemon_unavailable', `process ${told.stopping} is still at its last job`)
  if (json) report.json({ running: false, pid: told.stopping })
  else report.line(`stopped process ${told.stopping}`)
  return EXIT.done
}

/** Exit code 0 also where none runs: that is an answer. */
async function status({ report, json, dataDir }: Controlled): Promise<ExitCode> {
  const told = await running(dataDir)
  const { waiting, aside } = openSpool(dataDir, process.pid, processIsAlive).look()
  const files = { token_file: tokenFile(dataDir), log_file: logFile(dataDir) }
  if (json) {
    const { startedAt = null, ...more } = told ?? {
      pid: null,
      socket: null,
      port: null,
      done: 0,
      watched: 0,
      rss: null,
    }
    report.json({
      running: told !== undefined,
      started_at: startedAt,
      ...more,
      waiting,
      put_aside: aside.length,
      ...files,
    })
    return EXIT.done
  }
  report.table([
    ['daemon', told === undefined ? 'not running' : `process ${told.pid}, since ${told.startedAt}`],
    ...(told === undefined
      ? []
      : [
          ['socket', told.socket],
          ['HTTP', `http://127.0.0.1:${told.port}/hook/<engine>, bearer token in ${files.token_file}`],
        ]),
    ['waiting', String(waiting)],
    ['put aside', String(aside.length)],
    ['log', files.log_file],
  ])
  for (const { engine, at, why = '' } of aside.slice(-MAX_SHOWN)) report.line(`  ${at.slice(0, 16)}  ${engine}  ${why}`)
  return EXIT.done
}

/** Jobs put aside that are named one by one. */
const MAX_SHOWN = 10

async function logs({ report, flags, dataDir }: Controlled): Promise<ExitCode> {
  const count = flags.lines === undefined ? 50 : Number(flags.lines)
  if (!Number.isInteger(count) || count < 1)
    throw new WaylandError('bad_usage', `--lines must be a whole number from 1, not "${flags.lines}"`)
  const { lastLines } = await import('../daemon/log.ts')
  const lines = lastLines(logFile(dataDir), count)
  if (lines.length === 0) report.note(`nothing was logged yet; the log is ${logFile(dataDir)}`)
  for (const line of lines) report.line(line)
  return EXIT.done
}

async function install({ report, flags, settings, json }: Controlled): Promise<ExitCode> {
  if (flags.print !== true)
    throw new WaylandError('bad_usage', 'daemon install only prints what to install', {
      hint: 'wayland-core daemon install --print',
    })
  const parts = {
    node: process.execPath,
    main: join(program.root, 'dist', 'cli', 'main.js'),
    home: homedir(),
    env: environmentOf(settings),
  }
  const units = { systemd: systemdUnit(parts), launchd: launchdUnit(parts) }
  if (json) report.json(units)
  else {
    tell('systemd (Linux)', units.systemd, report)
    report.line()
    tell('launchd (macOS)', units.launchd, report)
  }
  return EXIT.done
}

/** The folders of this invocation as variables, so that the service finds the same ones. */
function environmentOf(given: Controlled['settings']): Record<string, string> {
  const { settings } = readConfig({ given })
  const named = { WAYLAND_CONFIG_DIR: settings['config.dir'], WAYLAND_DATA_DIR: settings['data.dir'] }
  return Object.fromEntries(Object.entries(named).filter((pair): pair is [string, string] => pair[1] !== null))
}

function tell(title: string, { file, text, commands }: Unit, report: Call['report']): void {
  report.line(`# ${title}: ${file}`)
  report.line(text)
  for (const command of commands) report.line(`# ${command}`)
}
