import { existsSync } from 'node:fs'
import { WaylandError } from '../domain/errors.ts'
import { holdAlone, insistOwn } from '../storage.ts'
import { makeFolder } from './job-file.ts'
import { lockFile, readPlace, removePlace } from './place.ts'
import { unavailable } from './unavailable.ts'

/**
 * Holds a data folder for one daemon; the system gives it up when the process dies. Throws `daemon_running` naming the
 * process that has it.
 */
export function holdHome(dataDir: string): () => void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw unavailable(error)
  }
  insistOwn(dataDir)
  const release = holdAlone(lockFile(dataDir))
  if (release !== undefined) {
    // What a killed one left says nothing any more.
    removePlace(dataDir)
    return release
  }
  const pid = readPlace(dataDir)?.pid
  throw new WaylandError(
    'daemon_running',
    pid === undefined ? 'a daemon is just starting here' : `a daemon is running here already, as process ${pid}`,
  )
}

/** Who holds a data folder; `pid` is null where it did not say so yet, or where somebody removed what it said. */
export interface Holder {
  readonly pid: number | null
}

/** The process that holds a data folder, also where it does not answer; undefined where none does. Makes nothing. */
export function holderOf(dataDir: string): Holder | undefined {
  if (!existsSync(lockFile(dataDir))) return undefined
  const release = holdAlone(lockFile(dataDir))
  release?.()
  return release === undefined ? { pid: readPlace(dataDir)?.pid ?? null } : undefined
}
