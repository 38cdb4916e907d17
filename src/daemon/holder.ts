import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { holdAlone } from '../storage.ts'
import { readPlace, removePlace } from './place.ts'

/**
 * Holds a data folder for one daemon; the system gives it up when the process dies. Throws `daemon_running` naming the
 * process that has it.
 */
export function holdHome(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
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

/** The process that holds a data folder, also where it does not answer; undefined where none does. Makes nothing. */
export function holderOf(dataDir: string): number | undefined {
  if (!existsSync(lockFile(dataDir))) return undefined
  const release = holdAlone(lockFile(dataDir))
  release?.()
  return release === undefined ? readPlace(dataDir)?.pid : undefined
}

const lockFile = (dataDir: string): string => join(dataDir, 'daemon.lock')
