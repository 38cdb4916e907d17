import { statSync } from 'node:fs'
import { processIsAlive } from '../alive.ts'
import type { Check } from '../connect/checkup.ts'
import { findDaemon } from '../daemon/ask.ts'
import { placeFile, readPlace } from '../daemon/place.ts'
import { openSpool } from '../daemon/spool.ts'
import { asWaylandError, type WaylandError } from '../domain/errors.ts'

/** A daemon that answers later than this, in milliseconds, is of no use to a prompt. */
const ASK_MS = 2_000
/** A person who works for days and starts nothing else has fewer. */
const MANY_WAITING = 1_000

/** The process that takes in what hooks put aside, and what they have put aside. Nothing is claimed or moved. */
export async function checkDaemon(dataDir: string): Promise<readonly Check[]> {
  return [await daemonOf(dataDir), spoolOf(dataDir)]
}

async function daemonOf(dataDir: string): Promise<Check> {
  const what = 'daemon'
  const noted = readPlace(dataDir)
  if (noted === undefined) return { what, state: 'ok', found: 'not running, and not needed' }
  const found = await findDaemon(dataDir, ASK_MS)
  if (found?.answers === true)
    return { what, state: 'ok', found: `process ${found.place.pid}, since ${found.place.startedAt}` }
  const pid = await holder(dataDir)
  if (typeof pid === 'object') return { what, state: 'wrong', found: pid.message, fix: pid.hint }
  if (pid === undefined)
    return {
      what,
      state: 'note',
      found: `process ${noted.pid} was ended, and left ${placeFile(dataDir)}; hooks do without`,
      fix: 'wayland-core daemon start',
    }
  return {
    what,
    state: 'wrong',
    found: `process ${pid} does not answer at ${noted.socket}; hooks do without`,
    fix: 'wayland-core daemon stop && wayland-core daemon start',
  }
}

/** The process that holds the folder, or why that cannot be told. */
async function holder(dataDir: string): Promise<number | undefined | WaylandError> {
  try {
    const { holderOf } = await import('../daemon/holder.ts')
    return holderOf(dataDir)
  } catch (error) {
    return asWaylandError(error)
  }
}

function spoolOf(dataDir: string): Check {
  const { folder, look } = openSpool(dataDir, process.pid, processIsAlive)
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
      return spool('wrong', `${folder} is no folder: every event is lost`, `mv "${folder}" "${folder}.old"`)
    const { waiting, aside } = look()
    if (waiting > MANY_WAITING) return spool('wrong', `${waiting} events wait`, 'wayland-core daemon run --once')
    const last = aside.at(-1)
    return last === undefined
      ? spool('ok', waiting === 0 ? 'nothing waits' : `${waiting} wait for the next start`)
      : spool('note', `${aside.length} could not be read, the last: ${last.why}`, 'wayland-core daemon status')
  } catch (error) {
    return spool('wrong', asWaylandError(error).message, `chmod -R u+rwX "${folder}"`)
  }
}

const spool = (state: Check['state'], found: string, fix?: string): Check => ({
  what: 'spool',
  state,
  found,
  ...(fix === undefined ? {} : { fix }),
})
