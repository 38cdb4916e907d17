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
