import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Names this build of the program: the build puts a digest of its files here, and in hook.sh. */
const BUILD = '@BUILD@'

/**
 * Options of V8 for a process that lasts for one answer. A snapshot is refused with others than it was made with: hook.sh has
 * the same. Rehashing would take 3 of 56 ms, against names that were chosen to collide, which a process of one prompt
 * need not fear.
 */
export const SNAPSHOT_OPTIONS = [
  '--no-opt',
  '--no-sparkplug',
  '--min-semi-space-size=16',
  '--single-threaded',
  '--no-rehash-snapshot',
]

/** The word by which hook.sh says that it would start from a snapshot, and there is none. */
export const MAKE_SNAPSHOT = '--make-snapshot'

/** A snapshot is tried again after this long, in ms. */
export const AGAIN_MS = 60 * 60_000

/** The folder of the snapshot, which is this user's alone: what is in it is run. */
export const snapshotFolder = (dataDir: string): string => join(dataDir, 'snapshot')
/** What the hook of a prompt starts from: Node's heap with this build loaded. */
export const snapshotFile = (dataDir: string): string => join(snapshotFolder(dataDir), `${BUILD}.blob`)
/** Where one is made. It stays where that failed: its time says when. */
export const makingFolder = (dataDir: string): string => join(snapshotFolder(dataDir), 'making')

/** Whether there is no snapshot of this build, none was tried lately, and not every agent was disconnected. */
export function isSnapshotDue(dataDir: string, now: number): boolean {
  if (existsSync(snapshotFile(dataDir)) || isDisconnected(dataDir)) return false
  const last = statSync(makingFolder(dataDir), { throwIfNoEntry: false })?.mtimeMs
  return last === undefined || Math.abs(now - last) > AGAIN_MS
}

/**
 * Whether the last agent was disconnected: a session that was begun before still calls its hooks. Hooks that were not put in by
 * `install` have no such folder.
 */
function isDisconnected(dataDir: string): boolean {
  try {
    return readdirSync(join(dataDir, 'connect')).length === 0
  } catch {
    return false
  }
}
