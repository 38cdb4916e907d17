import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

// A hook asks the daemon for a hint through files, since loading the socket module takes as long as the rest of a hook.
// The prompt goes through a named pipe, which stores nothing on disk; the answer comes as a file.

/** The named pipe of a data folder. */
export const fifoFile = (dataDir: string): string => join(dataDir, 'daemon.fifo')
/** The folder of the answers, each under the name that the request gave. */
export const answersFolder = (dataDir: string): string => join(dataDir, 'answers')

/** Maximum length of a request that is written atomically, in bytes: PIPE_BUF of Linux, and of POSIX. */
const MAX_REQUEST = process.platform === 'linux' ? 4_096 : 512
/** Polling interval for the answer, in ms. */
const LOOK_MS = 0.2

/**
 * The answer, empty without a hint; or why there is none: no daemon listens, the request is too long, or no answer came
 * in time.
 */
export type AskedByFifo = { readonly answer: string } | { readonly failed: 'no_daemon' | 'too_long' | 'late' }

/** Asks a daemon for the answer to a prompt and waits for it at most `ms`. */
export function askByFifo(dataDir: string, request: object, ms: number): AskedByFifo {
  const deadline = Date.now() + ms
  const fifo = fifoFile(dataDir)
  if (!existsSync(fifo)) return { failed: 'no_daemon' }
  const to = `${process.pid}-${process.hrtime().join('-')}`
  const line = Buffer.from(`${JSON.stringify({ to, ...request })}\n`)
  if (line.length > MAX_REQUEST) return { failed: 'too_long' }
  if (!isSent(fifo, line)) return { failed: 'no_daemon' }
  const file = join(answersFolder(dataDir), to)
  const clock = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(file)) {
    if (Date.now() >= deadline) return { failed: 'late' }
    Atomics.wait(clock, 0, 0, LOOK_MS)
  }
  const answer = readFileSync(file, 'utf8')
  unlinkSync(file)
  return { answer }
}

/** Whether a reader accepted the line; a full pipe has a reader that is stuck. */
function isSent(fifo: string, line: Buffer): boolean {
  let handle: number
  try {
    handle = openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return false
  }
  try {
    // A regular file in the pipe's place would store the prompt.
    return fstatSync(handle).isFIFO() && writeSync(handle, line) === line.length
  } catch {
    return false
  } finally {
    closeSync(handle)
  }
}
