import { chmodSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { MAX_PAYLOAD } from './input.ts'
import type { Reply, RequestHandler } from './request-handler.ts'

/** Maximum of concurrent connections; more are closed at once. */
const MAX_CONNECTIONS = 256
/** A client that sends nothing for this long is disconnected, in ms. */
const IDLE_MS = 10_000

/**
 * Listens on a Unix socket that only this user may open, or a named pipe on Windows. A request is one line of JSON, and
 * so is its reply; a connection may send several. If the first line is `hook <engine> [event]`, the rest is the payload
 * (for shells): the reply is the engine's protocol itself, and the connection closes. Rejects if the socket is
 * unavailable.
 */
export async function listenOnSocket(path: string, desk: RequestHandler, idleMs = IDLE_MS): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (connection) => serve(connection, desk, idleMs))
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
  let header: string | undefined
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
  connection.on('error', () => connection.destroy())
  connection.on('data', (chunk) => {
    if (!input.push(chunk)) refuse(`a request is longer than ${MAX_PAYLOAD} bytes`)
    else if (header === undefined) lines()
    else wholePayload()
  })
  connection.on('end', () => {
    if (header !== undefined) wholePayload(true)
    then(async () => {
      connection.end()
    })
  })

  function lines(): void {
    for (let line = input.line(); line !== undefined; line = input.line()) {
      const text = line
      if (text.startsWith('hook ')) {
        header = text
        wholePayload()
        return
      }
      if (text.trim() !== '') then(async () => say(`${JSON.stringify(await desk.answer(parsed(text)))}\n`))
    }
  }

  /** After the header line all input is one payload, whatever lines it has. */
  function wholePayload(over = false): void {
    const payload = parsed(input.rest())
    if (header === undefined || (payload === undefined && !over)) return
    const [, engine = '', event] = header.trim().split(/\s+/)
    header = undefined
    input.clear()
    then(async () => {
      const reply = await desk.hook(engine, event, payload)
      if ('answer' in reply && reply.answer !== '') say(`${reply.answer}\n`)
      connection.end()
    })
  }
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

  rest(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }

  clear(): void {
    this.#chunks = []
    this.#size = 0
  }
}

const LINE_END = 10

/** Parses JSON; undefined if it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
