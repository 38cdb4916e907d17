import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { whyForeign } from '../platform/own-folder.ts'

/** The addresses of a running daemon, as JSON in `daemon.json` of the data folder. */
export interface DaemonAddress {
  readonly pid: number
  /** Path of its Unix socket, or name of its pipe. */
  readonly socket: string
  readonly startedAt: string
}

export const addressFile = (dataDir: string): string => join(dataDir, 'daemon.json')
export const lockFile = (dataDir: string): string => join(dataDir, 'daemon.lock')
export const logFile = (dataDir: string): string => join(dataDir, 'daemon.log')

/**
 * The address that a data folder's daemon wrote; the daemon may have ended since. Undefined if missing or unreadable.
 */
export function readAddress(dataDir: string): DaemonAddress | undefined {
  try {
    const place = JSON.parse(readFileSync(addressFile(dataDir), 'utf8')) as Partial<DaemonAddress>
    return typeof place.pid === 'number' && typeof place.socket === 'string' ? (place as DaemonAddress) : undefined
  } catch {
    return undefined
  }
}

export const writeAddress = (dataDir: string, place: DaemonAddress): void =>
  writeFileSync(addressFile(dataDir), JSON.stringify(place), { mode: 0o600 })

export const removeAddress = (dataDir: string): void => rmSync(addressFile(dataDir), { force: true })

/** Maximum length of a Unix socket's path in bytes: 104 with the final NUL on macOS and the BSDs, 108 on Linux. */
const MAX_SOCKET = 103

/**
 * The socket's path for a data folder: inside it or, if that is too long, in a folder of this user below `runtimeDir`,
 * which is created; a named pipe on Windows. Throws `unavailable` if that folder belongs to another user.
 */
export function socketPath(dataDir: string, runtimeDir: string, platform: NodeJS.Platform = process.platform): string {
  const own = usualSocket(dataDir, platform)
  if (platform === 'win32' || Buffer.byteLength(own) <= MAX_SOCKET) return own
  const folder = join(runtimeDir, `wayland-core-${process.getuid?.() ?? 0}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const foreign = whyForeign(folder)
  if (foreign !== undefined)
    throw new WaylandError('unavailable', `${foreign}: no socket is put there`, {
      hint: 'Set WAYLAND_DATA_DIR to a shorter path, or XDG_RUNTIME_DIR to a folder of your own.',
    })
  return join(folder, `${keyOf(dataDir)}.sock`)
}

/** The socket's path inside the data folder, used if it is short enough. */
export const usualSocket = (dataDir: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? `\\\\.\\pipe\\wayland-core-${keyOf(dataDir)}` : join(dataDir, 'daemon.sock')

const keyOf = (dataDir: string): string => createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
