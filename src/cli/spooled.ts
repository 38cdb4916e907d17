import type { SkillLoop } from '../app/skill-loop.ts'
import { findDaemon } from '../daemon/ask.ts'
import { openSpool, type Spool } from '../daemon/spool.ts'
import { asWaylandError, type WaylandError } from '../domain/errors.ts'
import { processIsAlive } from '../platform/process.ts'

/** Time that a command spends on events from hooks, in ms; the rest keeps waiting. */
const DRAIN_MS = 1_000
/** A daemon that listens but does not answer within this time, in ms, still counts as running. */
const ASK_MS = 500

/** How many events wait, and who takes them in. */
export interface Spooled {
  readonly waiting: number
  /** Why events cannot be read or counted; the command itself goes on. */
  readonly fault?: string
  /** Process number of the running daemon. */
  readonly daemon: number | null
}

/**
 * Takes in waiting events for at most `DRAIN_MS` where no daemon runs; a job in hand is finished. Costs one listing of
 * a folder where nothing waits. Never throws.
 */
export async function takeInSpooled(loop: SkillLoop): Promise<Spooled> {
  const { dataDir, settings } = loop.upkeep.config
  if (dataDir === null) return { waiting: 0, daemon: null }
  const daemon = (await findDaemon(dataDir, ASK_MS))?.place.pid ?? null
  try {
    const spool = openSpool(dataDir, process.pid, processIsAlive, {
      flushed: loop.upkeep.config.settings['storage.durability'] === 'full',
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
