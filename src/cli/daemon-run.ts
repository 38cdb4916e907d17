import { logFile } from '../daemon/address.ts'
import { type Drained, drain } from '../daemon/drain.ts'
import { openSpool } from '../daemon/spool.ts'
import { WaylandError } from '../domain/errors.ts'
import type { LoopEvent } from '../domain/event.ts'
import { processIsAlive } from '../platform/process.ts'
import type { Call } from './command.ts'
import { secondsOf } from './flag-values.ts'
import { endInOrder } from './signals.ts'

/** `daemon run`: the daemon in the foreground, until it is stopped; with `--once` only what waits now. */
export async function runForeground(call: Call): Promise<void> {
  return call.flags.once === true ? await once(call) : await forEver(call)
}

async function once({ open, report, json }: Call): Promise<void> {
  await using loop = await open()
  const { dataDir, settings } = loop.upkeep.config
  const none = { done: 0, later: 0, aside: 0, more: false }
  const { done, later, aside, fault }: Drained =
    dataDir === null || settings.skills === 'off'
      ? none
      : await drain(
          loop,
          openSpool(dataDir, process.pid, processIsAlive, {
            flushed: loop.upkeep.config.settings['storage.durability'] === 'full',
          }),
          { wait: true },
        )
  if (json) report.json({ done, later, put_aside: aside })
  else if (done + later + aside === 0) report.line('nothing waited')
  else report.line(`taken in: ${done}, to be tried again: ${later}, put aside: ${aside}`)
  if (fault !== undefined) throw fault
}

async function forEver({ open, settings, flags, report }: Call): Promise<void> {
  const idleMs = flags.timeout === undefined ? undefined : secondsOf(flags.timeout) * 1_000
  const { readConfig } = await import('../config/config.ts')
  const config = readConfig({ given: settings })
  const { dataDir } = config
  if (dataDir === null) throw new WaylandError('unavailable', 'a daemon needs a data folder')
  if (config.settings.skills === 'off')
    throw new WaylandError('unavailable', 'wayland-core is switched off', {
      hint: 'Set the option "skills" to "on", and start the daemon again.',
    })
  const stopped = new AbortController()
  endInOrder(() => stopped.abort())
  const { holdHome } = await import('../daemon/holder.ts')
  const { release, lost } = await holdHome(dataDir)
  // Before the loop is opened, because opening finishes what an earlier process left.
  const { startWatchdog } = await import('../daemon/watchdog.ts')
  const watchdog = startWatchdog(logFile(dataDir), config.settings['daemon.stuckMs'])
  try {
    const { openLog } = await import('../daemon/log.ts')
    const level = config.settings['log.level']
    const log = openLog(logFile(dataDir), level === 'warn' ? 'info' : level)
    await using loop = await open({ busy: true, onEvent: (event: LoopEvent) => log.event(event) })
    report.note(`wayland-core daemon ${process.pid}; its log is ${logFile(dataDir)}`)
    const { runDaemon } = await import('../daemon/daemon.ts')
    for (const aside of await loop.upkeep.putAside()) log.info('put aside', aside)
    await runDaemon(loop, dataDir, { log, stopped, watchdog, lost, idleMs })
  } finally {
    watchdog.stop()
    release()
  }
}
