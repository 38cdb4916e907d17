import { rmSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { processIsAlive } from '../alive.ts'
import { tokenIn } from '../bearer-token.ts'
import { WaylandError } from '../domain/errors.ts'
import type { SkillLoop } from '../skill-loop.ts'
import { createDesk } from './desk.ts'
import { listenOnFifo } from './fifo-server.ts'
import { listenOnHttp } from './http.ts'
import type { DaemonLog } from './log.ts'
import { removePlace, socketPath, tokenFile, writePlace } from './place.ts'
import { listenOnSocket } from './socket.ts'
import { openSpool } from './spool.ts'
import { unavailable } from './unavailable.ts'
import { startWorker } from './worker.ts'

/** Connections that are open when the daemon ends have this long to be answered, in milliseconds. */
const FAREWELL_MS = 2_000

/** Runs the daemon over a loop until `stopped` is aborted: socket and HTTP, spool and transcripts. `dataDir` is held. */
export async function runDaemon(
  loop: SkillLoop,
  dataDir: string,
  log: DaemonLog,
  stopped: AbortController,
): Promise<void> {
  const { settings, runtimeDir } = loop.config
  if ('none' in loop.database)
    throw new WaylandError(
      'storage_unavailable',
      `a daemon needs the database, and there is none: ${loop.database.none}`,
    )
  const spool = openSpool(dataDir, process.pid, processIsAlive)
  const socket = socketPath(dataDir, runtimeDir)
  const startedAt = new Date().toISOString()
  let port = 0
  const status = () => {
    const { waiting, aside } = spool.look()
    const { rss } = process.memoryUsage()
    return { pid: process.pid, startedAt, socket, port, waiting, put_aside: aside.length, ...worker.counts, rss }
  }
  const desk = createDesk({ loop, spool, status, stop: () => stopped.abort(), onJob: () => worker.wake() })
  const servers: Server[] = []
  let endFifo: (() => Promise<void>) | undefined
  const worker = startWorker(loop, spool, (error) => log.fault('a job failed', error))
  try {
    servers.push(await listenOnSocket(socket, desk))
    endFifo = listenOnFifo(dataDir, desk)
    const http = await listenOnHttp(settings['daemon.port'], tokenIn(tokenFile(dataDir)), desk)
    servers.push(http)
    port = (http.address() as AddressInfo).port
    writePlace(dataDir, { pid: process.pid, socket, port, startedAt })
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
    removePlace(dataDir)
    await endFifo?.()
    const wasOpen = servers.length > 0
    await Promise.all(servers.map(closed))
    if (wasOpen && process.platform !== 'win32') removeSocket(socket)
    await worker.stop()
    log.info('stopped')
  }
}

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
