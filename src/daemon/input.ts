import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Largest payload that is accepted, in bytes. */
export const MAX_PAYLOAD = 8 * 1024 * 1024

/**
 * What an engine wrote to stdin, until it closes it or as soon as it is one whole JSON value, since some engines never
 * close it. Empty for no input, for more than MAX_PAYLOAD, or if it is incomplete after `ms`. Read without a stream,
 * whose module takes longer to load than everything else here; on systems where stdin cannot be polled, this blocks on
 * an engine that neither writes nor closes.
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

/** Stdin reopened in non-blocking mode; undefined if the system has no path for it. */
function reopened(): number | undefined {
  try {
    return openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

/**
 * Whether stdin is a terminal, which sends no payload. Only asked when no input is there at once, since the call takes
 * time.
 */
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
    // Oversized input is still read to its end: an engine may fail on a closed pipe.
    if (size > MAX_PAYLOAD) chunks.length = 0
    else chunks.push(chunk.subarray(0, bytes))
    if (size <= MAX_PAYLOAD && isWhole(chunks)) break
  }
  return size > MAX_PAYLOAD ? '' : textOf(chunks)
}

/** Number of bytes read; undefined if none are available yet. */
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

/** Whether the chunks form a complete JSON object (checked by the last byte first). */
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
