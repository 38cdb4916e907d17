import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { whyForeign } from '../platform/own-folder.ts'

/** Where a running daemon is found; plain JSON in the data folder. */
export interface Place {
  readonly pid: number
  /** Path of its Unix socket, or name of its pipe. */
  readonly socket: string
  /** Port of its HTTP server on 127.0.0.1. */
  readonly port: number
  readonly startedAt: string
}

export const placeFile = (dataDir: string): string => join(dataDir, 'daemon.json')
export const tokenFile = (dataDir: string): string => join(dataDir, 'daemon.token')
export const lockFile = (dataDir: string): string => join(dataDir, 'daemon.lock')
export const logFile = (dataDir: string): string => join(dataDir, 'daemon.log')

/** Where the daemon of a data folder said that it is; it may be gone since. */
export function readPlace(dataDir: string): Place | undefined {
  try {
    const place = JSON.parse(readFileSync(placeFile(dataDir), 'utf8')) as Partial<Place>
    return typeof place.pid === 'number' && typeof place.socket === 'string' ? (place as Place) : undefined
  } catch {
    return undefined
  }
}

export const writePlace = (dataDir: string, place: Place): void =>
  writeFileSync(placeFile(dataDir), JSON.stringify(place), { mode: 0o600 })

export const removePlace = (dataDir: string): void => rmSync(placeFile(dataDir), { force: true })

/** Longest path of a Unix socket, in bytes: 104 with its end on macOS and the BSDs, 108 on Linux. */
const MAX_SOCKET = 103

/**
 * The socket of a data folder: in it, or, where that path would be too long for a socket, in a folder of the user's own
 * below `runtimeDir`, which is made; a named pipe on Windows. Throws `daemon_unavailable` if that folder belongs to another user.
 */
export function socketPath(dataDir: string, runtimeDir: string, platform: NodeJS.Platform = process.platform): string {
  const own = usualSocket(dataDir, platform)
  if (platform === 'win32' || Buffer.byteLength(own) <= MAX_SOCKET) return own
  const folder = join(runtimeDir, `wayland-core-${process.getuid?.() ?? 0}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const foreign = whyForeign(folder)
  if (foreign !== undefined)
    throw new WaylandError('daemon_unavailable', `${foreign}: no socket is put there`, {
      hint: 'Set WAYLAND_DATA_DIR to a shorter path, or XDG_RUNTIME_DIR to a folder of your own.',
    })
  return join(folder, `${keyOf(dataDir)}.sock`)
}

/** The socket of a data folder where its path is not too long for one. */
export const usualSocket = (dataDir: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? `\\\\.\\pipe\\wayland-core-${keyOf(dataDir)}` : join(dataDir, 'daemon.sock')

const keyOf = (dataDir: string): string => createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
