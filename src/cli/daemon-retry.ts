import { openSpool } from '../daemon/spool.ts'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import { processIsAlive } from '../platform/process.ts'
import { type Call, EXIT, type ExitCode } from './command.ts'
import { asideOf, tellAside } from './put-aside-text.ts'
import { takeInSpooled } from './spooled.ts'

/**
 * `daemon retry`: tries once more what was put aside, in the running daemon or in this process. Exit code 1 where some
 * of it fails again.
 */
export async function retry({ open, report, json }: Call): Promise<ExitCode> {
  await using loop = await open()
  const { dataDir, settings } = loop.upkeep.config
  if (dataDir === null || settings.skills === 'off')
    throw new WaylandError('storage_unavailable', 'nothing is kept: there is no data folder, or "skills" is off')
  let events = 0
  try {
    events = openSpool(dataDir, process.pid, processIsAlive).tryAgain()
  } catch (error) {
    throw new WaylandError('storage_unavailable', asWaylandError(error).message, { cause: error })
  }
  const rest = await loop.upkeep.tryAgain()
  const { waiting, daemon } = await takeInSpooled(loop)
  const aside = await asideOf(loop)
  const tried = events + rest
  if (json) report.json({ tried, waiting, put_aside: aside.length })
  else if (tried === 0) report.line('nothing was put aside')
  else {
    const by = daemon === null ? '' : `; the daemon, process ${daemon}, reads the events`
    report.line(`tried again: ${tried}${by}`)
  }
  if (!json) tellAside(aside, report)
  return aside.length === 0 ? EXIT.done : EXIT.refused
}
