import { existsSync, rmSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import type { SkillLoop } from '../app/skill-loop.ts'
import { isWaylandError, WaylandError } from '../domain/errors.ts'
import { processIsAlive } from '../platform/alive.ts'
import { tokenIn } from '../platform/bearer-token.ts'
import { logFile, readAddress, removeAddress, socketPath, tokenFile, writeAddress } from './address.ts'
import { createDesk } from './desk.ts'
import { listenOnFifo } from './fifo-server.ts'
import { listenOnHttp } from './http.ts'
import type { Job } from './job.ts'
import type { DaemonLog } from './log.ts'
import { listenOnSocket } from './socket.ts'
import { openSpool, type Spool } from './spool.ts'
import { unavailable } from './unavailable.ts'
import { inodeOf, watchDataFolder } from './watch-data-folder.ts'
import type { Watchdog } from './watchdog.ts'
import { startWorker } from './worker.ts'

/** Connections that are open when the daemon ends have this long to be answered, in milliseconds. */
const FAREWELL_MS = 2_000

export interface DaemonParts {
  readonly log: DaemonLog
  readonly stopped: AbortController
  readonly watchdog: Pick<Watchdog, 'at'>
}

/**
 * Runs the daemon over a loop until `stopped` is aborted: socket and HTTP, spool and transcripts. `dataDir` is held. Throws
 * `ground_lost` when that folder or the hold on it is gone, and `newer_database` when a newer version has been there.
 */
export async function runDaemon(
  loop: SkillLoop,
  dataDir: string,
  { log, stopped, watchdog }: DaemonParts,
): Promise<void> {
  const { settings, runtimeDir } = loop.config
  if ('none' in loop.database)
    throw new WaylandError(
      'storage_unavailable',
      `a daemon needs the database, and there is none: ${loop.database.none}`,
    )
  const lost = watchDataFolder(dataDir)
  const logged = inodeOf(logFile(dataDir))
  const giveUp = (why: WaylandError) => {
    if (stopped.signal.aborted) return
    log.fault('ends', why)
    // Clients look for the daemon in the folder that lies there now.
    if (existsSync(dataDir) && inodeOf(logFile(dataDir)) !== logged) {
      log.reopen()
      log.fault('ends', why)
    }
    stopped.abort(why)
  }
  const stands = (): boolean => {
    const what = lost()
    if (what !== undefined) giveUp(new WaylandError('ground_lost', what))
    return what === undefined
  }
  const flushed = settings['storage.durability'] === 'full'
  const onAside = ({ engine, why, at }: Job) => log.info('an event was put aside', { engine, why, at })
  const spool = standingSpool(openSpool(dataDir, process.pid, processIsAlive, { flushed, onAside }), stands)
  const socket = socketPath(dataDir, runtimeDir)
  const startedAt = new Date().toISOString()
  let port = 0
  const status = () => {
    const { waiting, aside } = spool.look()
    const { rss } = process.memoryUsage()
    return { pid: process.pid, startedAt, socket, port, waiting, put_aside: aside.length, ...worker.counts, rss }
  }
  const desk = createDesk({ loop, spool, stands, status, stop: () => stopped.abort(), onJob: () => worker.wake() })
  const servers: Server[] = []
  let endFifo: (() => Promise<void>) | undefined
  const worker = startWorker(loop, spool, {
    stands,
    onBegin: watchdog.at,
    onFault(error) {
      if (isWaylandError(error) && error.code === 'newer_database') giveUp(error)
      else log.fault('a job failed', error)
    },
  })
  let made: string | undefined
  try {
    servers.push(await listenOnSocket(socket, desk))
    made = inodeOf(socket)
    endFifo = listenOnFifo(dataDir, desk)
    const http = await listenOnHttp(settings['daemon.port'], tokenIn(tokenFile(dataDir)), desk)
    servers.push(http)
    port = (http.address() as AddressInfo).port
    writeAddress(dataDir, { pid: process.pid, socket, port, startedAt })
    log.info('started', { socket, port })
    await new Promise<void>((resolve) => {
      if (stopped.signal.aborted) resolve()
      stopped.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  } catch (error) {
    const fault = unavailable(error)
    log.fault('cannot run', fault)
    throw fault
  } finally {
    // In this order: no new requests, those begun are answered, the job at hand is finished.
    if (readAddress(dataDir)?.pid === process.pid) removeAddress(dataDir)
    await endFifo?.()
    await Promise.all(servers.map(closed))
    if (made !== undefined && inodeOf(socket) === made) removeSocket(socket)
    await worker.stop()
    log.info('stopped')
  }
  if (stopped.signal.reason instanceof WaylandError) throw stopped.signal.reason
}

/** A spool that starts no job once its folder was replaced. */
const standingSpool = (spool: Spool, stands: () => boolean): Spool => ({
  ...spool,
  claim: (...asked) => (stands() ? spool.claim(...asked) : undefined),
})

/** Nothing that lies there by now may keep the daemon from its end. */
function removeSocket(socket: string): void {
  try {
    rmSync(socket, { force: true })
  } catch {
    // It is no socket of ours any more.
  }
}

/** Waits for a server's last connections for a while. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const enough = setTimeout(resolve, FAREWELL_MS)
    server.close(() => {
      clearTimeout(enough)
      resolve()
    })
    if ('closeIdleConnections' in server && typeof server.closeIdleConnections === 'function')
      server.closeIdleConnections()
  })
}
