import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../config/config.ts'
import { camelToKebab } from '../config/options.ts'
import { shellWord } from '../connect/shell-word.ts'
import { lockFile, logFile } from '../daemon/address.ts'
import type { Holder } from '../daemon/holder.ts'
import { openSpool } from '../daemon/spool.ts'
import { launchdUnit, systemdUnit, type Unit } from '../daemon/units.ts'
import { WaylandError } from '../domain/errors.ts'
import { processIsAlive, program } from '../platform/process.ts'
import type { Call } from './command.ts'
import { asked, type Controlled, named, running, unheard } from './daemon-peer.ts'
import { asideToWire, eventsAside, tellAside } from './put-aside-text.ts'

/** `daemon start|stop|status|logs|install`. */
export async function control(word: 'start' | 'stop' | 'status' | 'logs' | 'install', call: Call): Promise<void> {
  const config = readConfig({ given: call.settings })
  const { dataDir } = config
  if (dataDir === null) throw new WaylandError('unavailable', 'a daemon needs a data folder')
  return await DO[word]({ ...call, config, dataDir })
}

/** How long a daemon may take to start, and to stop, in milliseconds. */
const START_MS = 15_000
const STOP_MS = 15_000
/** Time for a daemon to stop that did not answer, in ms. */
const STUCK_MS = 5_000
/** Time for the system to end a killed process, in ms. */
const KILL_MS = 5_000
const SETTLE_MS = 200
/** Last lines of the log that are searched for the reason of a daemon's end. */
const FAULT_LINES = 5
/** Time for a starting daemon to write its process number, in ms. */
const NAME_MS = 2_000

const DO = { start, stop, status, logs, install } as const

async function start({ report, json, settings, config, dataDir }: Controlled): Promise<void> {
  const first = await running(dataDir)
  if (first !== undefined)
    throw new WaylandError('unavailable', `a daemon is running here already, as process ${first.pid}`)
  const silent = await unheard(dataDir)
  if (silent !== undefined)
    throw new WaylandError('unavailable', `${named(silent, dataDir)} is the daemon here, and does not answer`)
  if (config.settings.skills === 'off')
    throw new WaylandError('unavailable', 'wayland-core is switched off', {
      hint: 'Set the option "skills" to "on", and start the daemon again.',
    })
  const flags = Object.entries(settings).map(([key, value]) => `--${camelToKebab(key)}=${value}`)
  const child = spawn(process.execPath, [program.main, 'daemon', 'run', ...flags], { detached: true, stdio: 'ignore' })
  let ended: number | null | undefined
  child.on('exit', (code) => {
    ended = code
  })
  child.unref()
  for (let waited = 0; waited < START_MS && ended === undefined; waited += 50) {
    await wait(50)
    const told = await running(dataDir)
    if (told === undefined) continue
    if (json) report.json({ running: true, pid: told.pid, socket: told.socket })
    else report.line(`started, as process ${told.pid}`)
    return
  }
  const why = await faultOf(child.pid, dataDir)
  throw new WaylandError('unavailable', `the daemon did not start${why === undefined ? '' : `: ${why}`}`, {
    hint: 'See "wayland-core daemon run", which says why, and "wayland-core daemon logs".',
  })
}

/** The reason that a daemon logged for its end; undefined where it logged none. */
async function faultOf(pid: number | undefined, dataDir: string): Promise<string | undefined> {
  const { lastLines } = await import('../daemon/log.ts')
  for (const line of lastLines(logFile(dataDir), FAULT_LINES).toReversed()) {
    try {
      const said = JSON.parse(line) as { readonly pid?: unknown; readonly err?: { readonly message?: string } }
      if (said.pid === pid && said.err?.message !== undefined) return said.err.message
    } catch {
      // The line is cut at its beginning.
    }
  }
  return undefined
}

async function stop({ report, json, dataDir }: Controlled): Promise<void> {
  const told = await asked(dataDir, { stop: true })
  const pid = typeof told?.stopping === 'number' ? told.stopping : await ended(dataDir)
  if (pid === undefined) {
    if (json) report.json({ running: false, pid: null })
    else report.line('no daemon was running')
    return
  }
  // Its lock on the folder counts too: a process whose parent has not waited for it still seems to be alive.
  const isThere = async () => processIsAlive(pid) && (await unheard(dataDir)) !== undefined
  const patience = told === undefined ? STUCK_MS : STOP_MS
  for (let waited = 0; waited < patience && (await isThere()); waited += 50) await wait(50)
  // A kill loses nothing that is stored; the job in hand is started again, and put aside after three such ends.
  const killed = (await isThere()) && (await unheard(dataDir))?.pid === pid
  if (killed) process.kill(pid, 'SIGKILL')
  for (let waited = 0; waited < KILL_MS && (await isThere()); waited += 50) await wait(50)
  if (await isThere()) throw new WaylandError('unavailable', `process ${pid} cannot be ended`)
  if (json) report.json({ running: false, pid })
  else report.line(`stopped process ${pid}${killed ? ', before its work was finished' : ''}`)
}

/** Stops a daemon that does not answer, by a signal; undefined where there is none. */
async function ended(dataDir: string): Promise<number | undefined> {
  let holder = await unheard(dataDir)
  // A daemon that is just starting has yet to write its number.
  for (let waited = 0; holder?.pid === null && waited < NAME_MS; waited += 50) {
    await wait(50)
    holder = await unheard(dataDir)
  }
  if (holder === undefined) return undefined
  if (holder.pid === null)
    throw new WaylandError('unavailable', `${named(holder, dataDir)} is the daemon here, and does not answer`, {
      hint: `End the process that has that file open; it is listed by: lsof ${shellWord(lockFile(dataDir))}`,
    })
  // Or it has yet to replace the number that an earlier daemon left.
  await wait(SETTLE_MS)
  if ((await unheard(dataDir))?.pid !== holder.pid) return undefined
  process.kill(holder.pid, 'SIGTERM')
  return holder.pid
}

/** `daemon install`: the service files with which a system starts the daemon. */
export async function install({ report, json, config, dataDir }: Controlled): Promise<void> {
  const parts = {
    node: process.execPath,
    main: program.main,
    home: homedir(),
    // A service has little of the person's environment, so the folders of this invocation are named.
    env: { WAYLAND_CONFIG_DIR: dirname(config.configHome), WAYLAND_DATA_DIR: dataDir },
  }
  const units = { systemd: systemdUnit(parts), launchd: launchdUnit(parts) }
  if (json) report.json(units)
  else {
    tell('systemd (Linux)', units.systemd, report)
    report.line()
    tell('launchd (macOS)', units.launchd, report)
  }
}

function tell(title: string, { file, text, commands }: Unit, report: Call['report']): void {
  report.line(`# ${title}: ${file}`)
  report.line(text)
  for (const command of commands) report.line(`# ${command}`)
}

/** `daemon status`. Exit code 0 also where no daemon runs: that is a valid answer. */
export async function status({ report, json, dataDir }: Controlled): Promise<void> {
  const told = await running(dataDir)
  const holder = told === undefined ? await unheard(dataDir) : told
  const { waiting } = openSpool(dataDir, process.pid, processIsAlive).look()
  const aside = eventsAside(dataDir)
  const idle = told?.idle_minutes ?? null
  if (json) {
    const { socket = null, done = 0, watched = 0, rss = null, startedAt = null } = told ?? {}
    report.json({
      running: holder !== undefined,
      answers: told !== undefined,
      pid: holder?.pid ?? null,
      started_at: startedAt,
      socket,
      waiting,
      put_aside: aside.length,
      aside: aside.map(asideToWire),
      done,
      watched,
      rss,
      idle_minutes: idle,
      log_file: logFile(dataDir),
    })
    return
  }
  report.table([
    ['daemon', told === undefined ? holderText(holder, dataDir) : `process ${told.pid}, since ${told.startedAt}`],
    ...(told === undefined
      ? []
      : [['socket', told.socket], ...(idle === null ? [] : [['ends', `after ${idle} minutes without work`]])]),
    ['waiting', String(waiting)],
    ['put aside', String(aside.length)],
    ['log', logFile(dataDir)],
  ])
  tellAside(aside, report)
}

const holderText = (holder: Holder | undefined, dataDir: string): string =>
  holder === undefined
    ? 'not running'
    : `${named(holder, dataDir)}, which does not answer: "wayland-core daemon stop" ends it`

/** Lines of the log that are shown. */
const LINES = 50

export async function logs({ report, dataDir }: Controlled): Promise<void> {
  const { lastLines } = await import('../daemon/log.ts')
  const lines = lastLines(logFile(dataDir), LINES)
  if (lines.length === 0) report.note(`nothing was logged yet; the log is ${logFile(dataDir)}`)
  for (const line of lines) report.line(line)
}
