import { logFile, tokenFile } from '../daemon/address.ts'
import type { Holder } from '../daemon/holder.ts'
import { openSpool } from '../daemon/spool.ts'
import { processIsAlive } from '../platform/process.ts'
import { EXIT, type ExitCode } from './command.ts'
import { type Controlled, named, running, unheard } from './daemon-peer.ts'
import { asideToWire, eventsAside, tellAside } from './put-aside-text.ts'

/** `daemon status`. Exit code 0 also where no daemon runs: that is a valid answer. */
export async function status({ report, json, dataDir }: Controlled): Promise<ExitCode> {
  const told = await running(dataDir)
  const holder = told === undefined ? await unheard(dataDir) : told
  const { waiting } = openSpool(dataDir, process.pid, processIsAlive).look()
  const aside = eventsAside(dataDir)
  const files = { token_file: tokenFile(dataDir), log_file: logFile(dataDir) }
  if (json) {
    const { socket = null, port = null, done = 0, watched = 0, rss = null, startedAt = null } = told ?? {}
    report.json({
      running: holder !== undefined,
      answers: told !== undefined,
      pid: holder?.pid ?? null,
      started_at: startedAt,
      socket,
      port,
      waiting,
      put_aside: aside.length,
      aside: aside.map(asideToWire),
      done,
      watched,
      rss,
      ...files,
    })
    return EXIT.done
  }
  report.table([
    ['daemon', told === undefined ? holderText(holder, dataDir) : `process ${told.pid}, since ${told.startedAt}`],
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
  tellAside(aside, report)
  return EXIT.done
}

const holderText = (holder: Holder | undefined, dataDir: string): string =>
  holder === undefined
    ? 'not running'
    : `${named(holder, dataDir)}, which does not answer: "wayland-core daemon stop" ends it`

/** Lines of the log that are shown. */
const LINES = 50

/** `daemon logs`. */
export async function logs({ report, dataDir }: Controlled): Promise<ExitCode> {
  const { lastLines } = await import('../daemon/log.ts')
  const lines = lastLines(logFile(dataDir), LINES)
  if (lines.length === 0) report.note(`nothing was logged yet; the log is ${logFile(dataDir)}`)
  for (const line of lines) report.line(line)
  return EXIT.done
}
