import { chmodSync, renameSync, rmSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { jsonIn } from '../domain/json-value.ts'
import { MAX_PAYLOAD } from './input.ts'
import type { Reply, RequestHandler } from './request-handler.ts'

/** Maximum of concurrent connections; more are closed at once. */
const MAX_CONNECTIONS = 256
/** A client that sends nothing for this long is disconnected, in ms. */
const IDLE_MS = 10_000

/**
 * Listens on a Unix socket that only this user may open, or a named pipe on Windows. A request is one line of JSON, and
 * so is its reply; a connection may send several. A POST of HTTP goes to `hooks`. Rejects if the socket is unavailable.
 */
export async function listenOnSocket(
  path: string,
  desk: RequestHandler,
  { hooks, idleMs = IDLE_MS }: { readonly hooks?: HttpServer; readonly idleMs?: number } = {},
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    let isSilent = true
    connection.on('error', () => connection.destroy())
    connection.setTimeout(idleMs, () => {
      if (isSilent) connection.destroy()
    })
    connection.once('data', (first) => {
      isSilent = false
      connection.pause()
      if (hooks !== undefined && first[0] === LETTER_P) hooks.emit('connection', connection)
      else serve(connection, desk, idleMs)
      connection.unshift(first)
      connection.resume()
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  const windows = process.platform === 'win32'
  // The caller holds the daemon's lock: an existing socket is stale.
  if (!windows) rmSync(path, { force: true })
  const before = process.umask(0o177)
  // On closing, Node deletes the name that it listened at, even if another process's socket has it; so it listens at a
  // private name that is renamed.
  const first = windows ? path : join(dirname(path), `.s${process.pid}`)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(first, resolve)
    })
  } finally {
    process.umask(before)
  }
  if (!windows) {
    chmodSync(first, 0o600)
    renameSync(first, path)
  }
  return server
}

function serve(connection: Socket, desk: RequestHandler, idleMs: number): void {
  const input = new Input()
  let last: Promise<void> = Promise.resolve()
  let pending = 0
  const say = (text: string) => {
    if (connection.writable) connection.write(text)
  }
  const refuse = (why: string) => {
    say(`${JSON.stringify({ error: why } satisfies Reply)}\n`)
    connection.destroySoon()
  }
  /** Requests of one connection are answered in order. */
  const then = (work: () => Promise<void>) => {
    pending++
    last = last
      .then(work)
      .catch(() => {
        connection.destroy()
      })
      .finally(() => {
        pending--
      })
  }
  // A client that waits for an answer is not idle.
  connection.setTimeout(idleMs, () => {
    if (pending === 0) connection.destroy()
  })
  connection.on('data', (chunk) => {
    if (!input.push(chunk)) refuse(`a request is longer than ${MAX_PAYLOAD} bytes`)
    for (let line = input.line(); line !== undefined; line = input.line()) {
      const text = line
      if (text.trim() !== '') then(async () => say(`${JSON.stringify(await desk.answer(jsonIn(text)))}\n`))
    }
  })
  connection.on('end', () => {
    then(async () => {
      connection.end()
    })
  })
}

/** Splits a connection's bytes into lines, with a size limit. */
class Input {
  #chunks: Buffer[] = []
  #size = 0

  /** False if a line is longer than the largest payload. */
  push(chunk: Buffer): boolean {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    return this.#size <= MAX_PAYLOAD
  }

  line(): string | undefined {
    // Only the last chunk can hold a line end: earlier ones were taken already.
    if (this.#chunks.at(-1)?.includes(LINE_END) !== true) return undefined
    const whole = Buffer.concat(this.#chunks)
    const end = whole.indexOf(LINE_END)
    const left = whole.subarray(end + 1)
    this.#chunks = left.length === 0 ? [] : [left]
    this.#size = left.length
    return whole.toString('utf8', 0, end)
  }
}

const LINE_END = 10
/** The first of a POST. */
const LETTER_P = 0x50
