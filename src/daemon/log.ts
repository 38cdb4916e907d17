import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import pino from 'pino'
import type { LoopEvent } from '../domain/event.ts'

/** Above this size, in bytes, the log is renamed to `.1`, replacing the previous one. */
const MAX_LOG = 4 * 1024 * 1024
/** Lines between two checks of its size. */
const LOOK = 200

export interface DaemonLog {
  readonly info: (what: string, more?: object) => void
  readonly fault: (what: string, error: unknown) => void
  readonly event: (event: LoopEvent) => void
  /** Opens the file at the path again, or a new one. */
  readonly reopen: () => void
}

/** Writes the daemon's log: JSON lines in a file of bounded size that only this user may read. */
export function openLog(file: string, level: 'silent' | 'info' | 'debug'): DaemonLog {
  rotate()
  const destination = pino.destination({ dest: file, sync: true, mode: 0o600 })
  destination.on('error', () => {})
  const log = pino({ level, base: { pid: process.pid } }, destination)
  let lines = 0

  function rotate(): boolean {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < MAX_LOG) return false
    renameSync(file, `${file}.1`)
    return true
  }
  const counted = (write: () => void) => {
    write()
    if (++lines % LOOK === 0 && rotate()) destination.reopen()
  }
  return {
    info: (what, more = {}) => counted(() => log.info(more, what)),
    fault: (what, error) => counted(() => log.warn({ err: error }, what)),
    reopen: () => destination.reopen(),
    event: (event) =>
      counted(() => {
        if (event.kind === 'warning') log.warn({ err: event.cause }, event.what)
        else if (['repaired', 'draft', 'version'].includes(event.kind)) log.info(event)
        else log.debug(event)
      }),
  }
}

/** The last lines of a file, oldest first; empty if there is no file. */
export function lastLines(file: string, count: number): readonly string[] {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return []
  const length = Math.min(size, MAX_LOG)
  const buffer = Buffer.alloc(length)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, buffer, 0, length, size - length)
  } finally {
    closeSync(handle)
  }
  return buffer.toString('utf8').trimEnd().split('\n').slice(-count)
}
