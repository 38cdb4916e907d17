import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Largest payload that is taken in, in bytes. */
export const MAX_PAYLOAD = 8 * 1024 * 1024

/**
 * What an engine wrote to stdin: all of it, or as soon as it is one whole JSON value, since some engines never close it.
 * Empty when there is nothing, when it is larger than a payload may be, or when it is not whole within `ms`. Read without
 * a stream, which would take longer to load than everything else here; where the system has no way to ask a socket whether
 * something came, an engine that writes nothing and closes nothing is waited for.
 */
export function readInput(ms: number): string {
  const patient = reopened()
  if (patient === undefined && isDevice()) return ''
  try {
    return readWhole(patient ?? 0, Date.now() + ms)
  } finally {
    if (patient !== undefined) closeSync(patient)
  }
}

/** Stdin opened once more so that a read of it never waits; undefined where the system has no such name for it. */
function reopened(): number | undefined {
  try {
    return openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

/** Whether stdin is a terminal, which sends no payload. Not asked where a payload is there at once: it takes time. */
const isDevice = (): boolean => fstatSync(0).isCharacterDevice()

function readWhole(from: number, deadline: number): string {
  const chunks: Buffer[] = []
  let size = 0
  let pauses = 0
  while (Date.now() < deadline) {
    const chunk = Buffer.allocUnsafe(CHUNK)
    const bytes = readOnce(from, chunk)
    if (bytes === 0) break
    if (bytes === undefined) {
      if (pauses++ === 0 && isDevice()) break
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
      continue
    }
    size += bytes
    // What is too large is read to its end all the same: an engine may not expect a closed pipe.
    if (size > MAX_PAYLOAD) chunks.length = 0
    else chunks.push(chunk.subarray(0, bytes))
    if (size <= MAX_PAYLOAD && isWhole(chunks)) break
  }
  return size > MAX_PAYLOAD ? '' : textOf(chunks)
}

/** Bytes read; undefined when none are there yet. */
function readOnce(from: number, into: Buffer): number | undefined {
  try {
    return readSync(from, into)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EOF') return 0
    if (code === 'EAGAIN') return undefined
    throw error
  }
}

const CHUNK = 64 * 1024
const PAUSE_MS = 2

/** Whether the chunks end as an object does, and are one. */
function isWhole(chunks: readonly Buffer[]): boolean {
  const last = chunks.at(-1) ?? Buffer.alloc(0)
  let end = last.length - 1
  while (end >= 0 && BLANK.includes(last[end] ?? 0)) end--
  if (last[end] !== BRACE) return false
  try {
    JSON.parse(textOf(chunks))
    return true
  } catch {
    return false
  }
}

function textOf(chunks: readonly Buffer[]): string {
  const [first, ...more] = chunks
  return more.length === 0 ? (first?.toString('utf8') ?? '') : Buffer.concat(chunks).toString('utf8')
}

const BRACE = 0x7d
/** Space, line feed, carriage return, tab. */
const BLANK = [0x20, 0x0a, 0x0d, 0x09]
