import { statSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from '../connect/shell-word.ts'
import { addressFile, readAddress, usualSocket } from '../daemon/address.ts'
import { findDaemon } from '../daemon/ask.ts'
import type { Holder } from '../daemon/holder.ts'
import { openSpool } from '../daemon/spool.ts'
import { asWaylandError, isWaylandError, type WaylandError } from '../domain/errors.ts'
import type { Check } from '../engines/checkup.ts'
import { processIsAlive } from '../platform/process.ts'
import { named, unheard } from './daemon-peer.ts'
import { counted } from './report.ts'

/** Longest time for a daemon's answer, in ms: a later one is too late for a prompt. */
const ASK_MS = 2_000
/** Waiting events that a person accumulates at most who works for days without starting a command. */
const MANY_WAITING = 1_000

/** Checks the daemon and the events that hooks put aside. Claims and moves none of them. */
export async function checkDaemon(dataDir: string, autostarts: boolean): Promise<readonly Check[]> {
  return [await daemonOf(dataDir, autostarts), spoolOf(dataDir)]
}

async function daemonOf(dataDir: string, autostarts: boolean): Promise<Check> {
  const what = 'daemon'
  const found = await findDaemon(dataDir, ASK_MS)
  if (found?.answers === true)
    return { what, state: 'ok', found: `process ${found.place.pid}, since ${found.place.startedAt}` }
  const holder = await holding(dataDir)
  if (isWaylandError(holder)) return { what, state: 'wrong', found: holder.message, fix: holder.hint }
  if (holder !== undefined)
    return {
      what,
      state: 'wrong',
      found: `${named(holder, dataDir)} does not answer at ${readAddress(dataDir)?.socket ?? usualSocket(dataDir)}; hooks do without`,
      fix: 'wayland-core daemon stop && wayland-core daemon start',
    }
  const left = readAddress(dataDir)
  if (autostarts) return { what, state: 'ok', found: 'not running; the next hook of an agent starts it' }
  if (left === undefined) return { what, state: 'ok', found: 'not running; only schedules need it' }
  return {
    what,
    state: 'note',
    found: `process ${left.pid} was ended, and left ${addressFile(dataDir)}; hooks do without`,
    fix: 'wayland-core daemon start',
  }
}

/** The process that holds the folder, or an error where that cannot be determined. */
async function holding(dataDir: string): Promise<Holder | undefined | WaylandError> {
  try {
    return await unheard(dataDir)
  } catch (error) {
    return asWaylandError(error)
  }
}

function spoolOf(dataDir: string): Check {
  const { folder, look } = openSpool(dataDir, process.pid, processIsAlive)
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
      return spool(
        'wrong',
        `${folder} is no folder: every event is lost`,
        `mv ${shellWord(folder)} ${shellWord(`${folder}.old`)}`,
      )
    const { waiting, aside } = look()
    if (waiting > MANY_WAITING) return spool('wrong', `${waiting} events wait`, 'wayland-core daemon run --once')
    const last = aside.at(-1)
    return last === undefined
      ? spool('ok', waiting === 0 ? 'nothing waits' : `${counted(waiting, 'event')} to be taken in`)
      : spool(
          'note',
          `${aside.length} could not be read, and were put aside, the last: ${last.why}`,
          `wayland-core daemon retry; to forget them: rm -r ${shellWord(join(folder, 'aside'))}`,
        )
  } catch (error) {
    return spool('wrong', asWaylandError(error).message, `chmod -R u+rwX ${shellWord(folder)}`)
  }
}

const spool = (state: Check['state'], found: string, fix?: string): Check => ({
  what: 'spool',
  state,
  found,
  ...(fix === undefined ? {} : { fix }),
})
