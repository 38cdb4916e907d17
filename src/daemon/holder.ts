import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { holdAlone, holderIn, insistOwn, makeFile } from '../app/storage.ts'
import { asWaylandError, isWaylandError, WaylandError } from '../domain/errors.ts'
import { lockFile, readAddress, removeAddress, usualSocket } from './address.ts'
import { ask } from './ask.ts'
import { makeFolder } from './job-file.ts'
import { watchDataFolder } from './watch-data-folder.ts'

/** A daemon that lost its lock notices within this time, in ms, and may still be finishing a job. */
const LEAVE_MS = 10_000
const ASK_MS = 1_000

/** The lock of a data folder, as long as it is the one that others look for. */
export interface Held {
  readonly release: () => void
  /** Which of folder and lock file was deleted, moved or replaced since; undefined while both are still there. */
  readonly lost: () => string | undefined
}

/**
 * Locks a data folder for one daemon; the system releases the lock when the process dies. Throws `unavailable`
 * naming the process that holds it, and `conflict` where the lock file is replaced meanwhile.
 */
export async function holdHome(dataDir: string): Promise<Held> {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw unavailable(error)
  }
  insistOwn(dataDir)
  const wasThere = existsSync(lockFile(dataDir))
  const { release, lost } = lockIn(dataDir)
  const other = release === undefined ? (holderOf(dataDir)?.pid ?? null) : undefined
  // If the lock file was deleted, the old daemon notices and ends; until then a second one must wait.
  const left = release !== undefined && !wasThere ? await leaving(dataDir) : other
  if (release !== undefined && left === undefined) {
    // An address left by a killed daemon is invalid.
    removeAddress(dataDir)
    return { release, lost }
  }
  release?.()
  throw new WaylandError(
    'unavailable',
    typeof left === 'number'
      ? `a daemon is running here already, as process ${left}`
      : 'a daemon is just starting here',
  )
}

/** The file at the path is noted before it is locked: what lies there afterwards may be another one, which others lock. */
function lockIn(dataDir: string): { readonly release: (() => void) | undefined; readonly lost: Held['lost'] } {
  const file = lockFile(dataDir)
  try {
    makeFile(file)
  } catch (error) {
    throw unavailable(error)
  }
  const lost = watchDataFolder(dataDir)
  const release = holdAlone(file, process.pid)
  const what = release && lost()
  if (what === undefined) return { release, lost }
  release?.()
  throw groundLost(what)
}

/** Waits for a daemon that lost the folder's lock; returns its process id if it is still running. */
async function leaving(dataDir: string): Promise<number | null | undefined> {
  for (let waited = 0; ; waited += 50) {
    const place = readAddress(dataDir)
    const asked = await ask(place?.socket ?? usualSocket(dataDir), { status: true }, ASK_MS)
    if ('failed' in asked && asked.failed !== 'late') return undefined
    if (waited > LEAVE_MS) return place?.pid ?? null
    await wait(50)
  }
}

/** The holder of a data folder's lock; `pid` is null if it has not recorded its id yet. */
export interface Holder {
  readonly pid: number | null
}

/** The process that holds a data folder's lock, even if it does not answer; undefined if none does. Creates nothing. */
export function holderOf(dataDir: string): Holder | undefined {
  const file = lockFile(dataDir)
  if (!existsSync(file)) return undefined
  const holder = holderIn(file)
  return holder === undefined ? undefined : { pid: holder.pid ?? readAddress(dataDir)?.pid ?? null }
}

/** Translates a system error of the daemon to `storage_unavailable`; a WaylandError is returned unchanged. */
export function unavailable(error: unknown): WaylandError {
  const { syscall, message } = error as NodeJS.ErrnoException
  if (isWaylandError(error) || syscall === undefined) return asWaylandError(error)
  return new WaylandError('storage_unavailable', `a daemon cannot run here (${message})`, {
    hint: 'Check that the folder is writable, has space left, and holds nothing else of that name.',
    cause: error,
  })
}

/** The error of a daemon whose data folder or lock file was deleted or replaced. */
export const groundLost = (what: string): WaylandError =>
  new WaylandError('conflict', what, {
    hint: 'Start the daemon again: it takes in what waits in the folder that lies there now.',
  })
