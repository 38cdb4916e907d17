import { existsSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import type { SkillLoop } from '../app/skill-loop.ts'
import { isWaylandError, WaylandError } from '../domain/errors.ts'
import { processIsAlive, program } from '../platform/process.ts'
import { logFile, readAddress, removeAddress, socketPath, writeAddress } from './address.ts'
import { groundLost, type Held, unavailable } from './holder.ts'
import { createHookServer } from './hook-server.ts'
import { endWhenIdle } from './idle.ts'
import type { Job } from './job.ts'
import { payloadsFolder } from './job-file.ts'
import type { DaemonLog } from './log.ts'
import { acceptPayloads } from './payloads.ts'
import { createRequestHandler } from './request-handler.ts'
import { startFiring } from './schedules.ts'
import { listenOnSocket } from './socket.ts'
import { openSpool, type Spool } from './spool.ts'
import { startTeamSync } from './team-sync.ts'
import { inodeOf } from './watch-data-folder.ts'
import type { Watchdog } from './watchdog.ts'
import { backgroundLearning, startWorker } from './worker.ts'

/** How long open connections may take to be answered when the daemon ends, in ms. */
const FAREWELL_MS = 2_000

export interface DaemonParts {
  readonly log: DaemonLog
  readonly stopped: AbortController
  readonly watchdog: Pick<Watchdog, 'at'>
  readonly lost: Held['lost']
  /** After how long without work it ends, in ms; undefined for one that stays. */
  readonly idleMs?: number | undefined
}

/**
 * Runs the daemon over a loop until `stopped` is aborted: socket, spool and transcripts. The caller holds the
 * lock of `dataDir`. Throws `conflict` if the folder or the lock file is deleted or replaced, and `newer_database`
 * if a newer version has migrated it.
 */
export async function runDaemon(
  loop: SkillLoop,
  dataDir: string,
  { log, stopped, watchdog, lost, idleMs }: DaemonParts,
): Promise<void> {
  const { runtimeDir, settings } = loop.upkeep.config
  if ('none' in loop.upkeep.database)
    throw new WaylandError(
      'storage_unavailable',
      `a daemon needs the database, which is not available: ${loop.upkeep.database.none}`,
    )
  const gone = lost()
  // First of all: a daemon that began meanwhile may be listening at the same socket.
  if (gone !== undefined) throw groundLost(gone)
  const { giveUp, stands } = standing(dataDir, { log, stopped, lost })
  const flushed = settings['storage.durability'] === 'full'
  const onAside = ({ engine, why, at }: Job) => log.info('an event was put aside', { engine, why, at })
  const spool = standingSpool(openSpool(dataDir, process.pid, processIsAlive, { flushed, onAside }), stands)
  const socket = socketPath(dataDir, runtimeDir)
  const startedAt = new Date().toISOString()
  const status = () => {
    const { waiting, aside } = spool.look()
    const idle = idleMs === undefined ? null : idleMs / 60_000
    const more = { rss: process.memoryUsage.rss(), idle_minutes: idle }
    return { pid: process.pid, startedAt, socket, waiting, put_aside: aside.length, ...worker.counts, ...more }
  }
  const desk = createRequestHandler({
    loop,
    spool,
    stands,
    status,
    stop: () => stopped.abort(),
    onJob: () => worker.wake(),
  })
  let server: Server | undefined
  const onFault = (what: string, error: unknown) => {
    if (isWaylandError(error) && error.code === 'newer_database') giveUp(error)
    else log.fault(what, error)
  }
  // With it an event must survive a power cut before the agent goes on.
  const endPayloads = flushed ? undefined : acceptPayloads(dataDir)
  const worker = startWorker(loop, spool, {
    stands,
    ...(endPayloads && { also: [payloadsFolder(dataDir)] }),
    onBegin: watchdog.at,
    learning: backgroundLearning(loop, ({ reviewed, projects, reworded, calls, tokens, stopped }) =>
      log.info('reviewed', { reviewed, projects, reworded: reworded.length, calls, tokens, stopped: stopped?.message }),
    ),
    onFault: (error) => onFault('a job failed', error),
  })
  let made: string | undefined
  let proxy: AsyncDisposable | undefined
  let firing: ReturnType<typeof startFiring> | undefined
  let endLooks: (() => void) | undefined
  let teaming: ReturnType<typeof startTeamSync> | undefined
  try {
    server = await listenOnSocket(socket, desk, { hooks: createHookServer(desk, loop.upkeep.config, dataDir) })
    made = inodeOf(socket)
    writeAddress(dataDir, { pid: process.pid, socket, startedAt })
    log.info('started', { socket })
    proxy = await proxyBeside(loop, log)
    firing = startFiring(loop, {
      stands,
      tell: log.info,
      onFault: (error) => onFault('schedules could not be looked at', error),
    })
    if (idleMs !== undefined)
      endLooks = endWhenIdle({
        ...{ idleMs, main: program.main },
        done: () => desk.asked + worker.counts.done + worker.counts.aside,
        isNeeded: async () =>
          proxy !== undefined ||
          worker.isReviewing ||
          (await loop.schedules.list()).some(({ next }) => next.length > 0),
        end: (why) => {
          log.info('ends', { why })
          stopped.abort()
        },
      })
    teaming = startTeamSync(loop, dataDir, {
      ...{ stands, tell: log.info },
      onFault: (error) => onFault('the team was not synced', error),
    })
    await new Promise<void>((resolve) => {
      if (stopped.signal.aborted) resolve()
      stopped.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  } catch (error) {
    const fault = unavailable(error)
    log.fault('cannot run', fault)
    throw fault
  } finally {
    endLooks?.()
    // In this order: stop accepting, answer open requests, finish the current job.
    if (readAddress(dataDir)?.pid === process.pid) removeAddress(dataDir)
    endPayloads?.()
    await proxy?.[Symbol.asyncDispose]()
    if (server !== undefined) await closed(server)
    if (made !== undefined && inodeOf(socket) === made) removeSocket(socket)
    await firing?.stop()
    await teaming?.stop()
    await worker.stop()
    log.info('stopped')
  }
  if (stopped.signal.reason instanceof WaylandError) throw stopped.signal.reason
}

/** Ends the daemon where its ground is lost, and says why in the log that lies in the data folder now. */
function standing(dataDir: string, { log, stopped, lost }: Omit<DaemonParts, 'watchdog'>) {
  const logged = inodeOf(logFile(dataDir))
  const giveUp = (why: WaylandError) => {
    if (stopped.signal.aborted) return
    log.fault('ends', why)
    // The data folder was replaced: clients look for the daemon in the new one.
    if (existsSync(dataDir) && inodeOf(logFile(dataDir)) !== logged) {
      log.reopen()
      log.fault('ends', why)
    }
    stopped.abort(why)
  }
  const stands = (): boolean => {
    const what = lost()
    if (what !== undefined) giveUp(groundLost(what))
    return what === undefined
  }
  return { giveUp, stands }
}

/** A spool that hands out no job after its folder was replaced. */
const standingSpool = (spool: Spool, stands: () => boolean): Spool => ({
  ...spool,
  claim: (...asked) => (stands() ? spool.claim(...asked) : undefined),
})

/** A failure to remove the socket must not keep the daemon from ending. */
function removeSocket(socket: string): void {
  try {
    rmSync(socket, { force: true })
  } catch {
    // The path holds another process's file by now.
  }
}

/** Waits for a server's last connections, up to a limit. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const enough = setTimeout(resolve, FAREWELL_MS)
    server.close(() => {
      clearTimeout(enough)
      resolve()
    })
  })
}

/**
 * The proxy of the daemon, where `proxy.upstream` names a server of models; undefined where none is named, or where it
 * cannot run, which the log says: hooks are answered all the same.
 */
async function proxyBeside(loop: SkillLoop, log: DaemonLog): Promise<AsyncDisposable | undefined> {
  const { 'proxy.upstream': upstream, 'proxy.port': port } = loop.upkeep.config.settings
  if (upstream === null) return undefined
  try {
    const { openProxy } = await import('../proxy/open-proxy.ts')
    const proxy = await openProxy(loop, {
      upstream,
      port,
      onError: (error) => log.fault('the proxy did not learn', error),
    })
    log.info('proxy', { origin: proxy.origin, token_file: proxy.tokenFile, upstream })
    return proxy
  } catch (error) {
    log.fault('the proxy cannot run', error)
    return undefined
  }
}
