import { processIsAlive } from '../alive.ts'
import type { Check } from '../connect/checkup.ts'
import { readPlace } from '../daemon/place.ts'
import { openSpool } from '../daemon/spool.ts'
import { asWaylandError } from '../domain/errors.ts'

/** What hooks have put aside, and the process that takes it in. Nothing is claimed or moved. */
export function checkDaemon(dataDir: string): readonly Check[] {
  try {
    const { waiting, aside } = openSpool(dataDir, process.pid, processIsAlive).look()
    const place = readPlace(dataDir)
    const runs = place !== undefined && processIsAlive(place.pid)
    const daemon: Check = {
      what: 'daemon',
      state: 'ok',
      found: runs ? `process ${place.pid}, since ${place.startedAt}` : 'not running, and not needed',
    }
    const last = aside.at(-1)
    if (waiting > MANY_WAITING)
      return [daemon, spool('wrong', `${waiting} events wait`, 'wayland-core daemon run --once')]
    return [
      daemon,
      last === undefined
        ? spool('ok', waiting === 0 ? 'nothing waits' : `${waiting} wait for the next start`)
        : spool('note', `${aside.length} could not be read, the last: ${last.why}`, 'wayland-core daemon status'),
    ]
  } catch (error) {
    return [spool('wrong', asWaylandError(error).message, `chmod -R u+rwX "${dataDir}"`)]
  }
}

/** A person who works for days and starts nothing else has fewer. */
const MANY_WAITING = 1_000

const spool = (state: Check['state'], found: string, fix?: string): Check => ({
  what: 'spool',
  state,
  found,
  ...(fix === undefined ? {} : { fix }),
})
