import pino from 'pino'
import type { LoopEvent } from '../domain/event.ts'

/** Writes events to stderr as pino's JSON lines: receipts and decisions at debug, warnings with their cause. */
export function logEvents(level: 'info' | 'debug'): (event: LoopEvent) => void {
  const log = pino({ level, base: null }, pino.destination({ dest: 2, sync: true }))
  return (event) => {
    if (event.kind === 'warning') log.warn({ err: event.cause }, event.what)
    else if (['repaired', 'draft', 'version'].includes(event.kind)) log.info(event)
    else log.debug(event)
  }
}
