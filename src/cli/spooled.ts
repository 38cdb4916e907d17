import type { SkillLoop } from '../app/skill-loop.ts'
import { findDaemon } from '../daemon/ask.ts'
import { openSpool, type Spool } from '../daemon/spool.ts'
import { asWaylandError, type WaylandError } from '../domain/errors.ts'
import { processIsAlive } from '../platform/alive.ts'

/** A command spends no more than this on what hooks have put aside, in milliseconds; what is left waits on. */
const DRAIN_MS = 1_000
/** A daemon that listens, and is too busy to answer for this long, is a daemon all the same. */
const ASK_MS = 500

/** What waits, and whose it is. */
export interface Spooled {
  readonly waiting: number
  /** Why what waits cannot be read or counted; nothing else is hindered by that. */
  readonly fault?: string
  /** Process number of the daemon that runs. */
  readonly daemon: number | null
}

/**
 * Takes in what hooks have put aside, for a moment, where no daemon does; one look at a folder where nothing waits. A job
 * that is begun is finished. Never fails.
 */
export async function takeInSpooled(loop: SkillLoop): Promise<Spooled> {
  const { dataDir, settings } = loop.config
  if (dataDir === null) return { waiting: 0, daemon: null }
  const daemon = (await findDaemon(dataDir, ASK_MS))?.place.pid ?? null
  try {
    const spool = openSpool(dataDir, process.pid, processIsAlive, {
      flushed: loop.config.settings['storage.durability'] === 'full',
    })
    const read = daemon === null && settings.skills === 'on' && spool.look().waiting > 0
    const fault = read ? await readFor(DRAIN_MS, loop, spool) : undefined
    const { waiting } = spool.look()
    return { waiting, daemon, ...(fault && { fault: fault.message }) }
  } catch (error) {
    return { waiting: 0, daemon, fault: asWaylandError(error).message }
  }
}

async function readFor(ms: number, loop: SkillLoop, spool: Spool): Promise<WaylandError | undefined> {
  const { drain } = await import('../daemon/drain.ts')
  return (await drain(loop, spool, { until: Date.now() + ms, wait: false })).fault
}
