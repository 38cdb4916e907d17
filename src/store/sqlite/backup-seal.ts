import { createHash } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * A backup ends with a line that holds the SHA-256 of all bytes before it. SQLite reads no further than its last page and
 * checks the structure of a file alone: a changed byte in a row would come back unnoticed.
 */
export function seal(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    const { size } = fstatSync(handle)
    writeSync(handle, lineOf(digestOf(handle, size)), size)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Whether a file is as it was sealed; `content`: bytes of its database. Also true for one that ends with its database, as
 * earlier versions wrote them: nothing of it is missing.
 */
export function isAsSealed(file: string, content: number): boolean {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    if (size === content) return true
    if (size !== content + LENGTH) return false
    const end = Buffer.alloc(LENGTH)
    readSync(handle, end, 0, LENGTH, content)
    return end.toString('latin1') === lineOf(digestOf(handle, content))
  } finally {
    closeSync(handle)
  }
}

const BEGIN = '\nwayland-core backup, sha256 '
const lineOf = (digest: string): string => `${BEGIN}${digest}\n`
const LENGTH = lineOf('0'.repeat(64)).length
/** Bytes that are read at a time. */
const PIECE = 1024 * 1024

function digestOf(handle: number, size: number): string {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(Math.min(PIECE, size))
  for (let at = 0, read = -1; at < size && read !== 0; at += read) {
    read = readSync(handle, piece, 0, Math.min(piece.length, size - at), at)
    hash.update(piece.subarray(0, read))
  }
  return hash.digest('hex')
}

/** Where one file of a backup belongs; a crafted backup may hold values that are no text. */
interface PlacedPath {
  readonly place: unknown
  readonly path: unknown
}

/** File name limit of common file systems, in bytes. */
const MAX_NAME_BYTES = 255

/**
 * Why files cannot be written at these paths below `places` on a system (`process.platform` of Node); undefined if they can.
 * A name is judged by the system that it is written on: `notes:1.md` is a file on Linux and a stream of another file on
 * Windows. Names that a file system takes for one are found when the second is written.
 */
export function faultOfPaths(
  rows: readonly PlacedPath[],
  places: readonly string[],
  system: NodeJS.Platform,
): string | undefined {
  const seen = new Set(rows.map(({ place, path }) => `${place}/${path}`))
  if (seen.size !== rows.length) return 'two of its files have the same path'
  for (const { place, path } of rows) {
    const steps = typeof path === 'string' ? path.split('/') : ['']
    if (!places.includes(String(place)) || !steps.every((step) => isName(step, system)))
      return `it holds a path that leads elsewhere: ${JSON.stringify(`${place}/${path}`)}`
    for (let n = 1; n < steps.length; n++)
      if (seen.has(`${place}/${steps.slice(0, n).join('/')}`))
        return `it holds ${JSON.stringify(path)} below what is a file`
  }
  return undefined
}

function isName(step: string, system: NodeJS.Platform): boolean {
  if (step === '' || step === '.' || step === '..' || step.includes('\0')) return false
  if (Buffer.byteLength(step) > MAX_NAME_BYTES) return false
  return system !== 'win32' || !(ELSEWHERE.test(step) || DEVICE.test(step))
}

/** On Windows: drives, streams, separators, and endings that the system drops. */
const ELSEWHERE = /[\\:\p{Cc}]|[. ]$/u
/** Names that are devices on Windows, in each folder and with each extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
