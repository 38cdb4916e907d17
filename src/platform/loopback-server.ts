import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WaylandError } from '../domain/errors.ts'

export interface LoopbackOptions {
  /** A request that is incomplete after this long is dropped, in ms; default 30 seconds. */
  readonly requestMs?: number
  /** Limit of connections without a request; default 512. */
  readonly maxWaiting?: number
  /** Limit of a request's head with its address, in bytes; default 16 KiB. A longer one is disconnected. */
  readonly maxHeadBytes?: number
}

/**
 * Creates an HTTP server whose connections a client cannot exhaust: above the limit the connection that has waited
 * longest for a request is closed, and a new one is never refused. Does not listen yet.
 */
export function createLoopbackServer(
  { requestMs = 30_000, maxWaiting = 512, maxHeadBytes }: LoopbackOptions,
  answer: RequestListener,
): Server {
  const server = createServer({
    ...(maxHeadBytes === undefined ? {} : { maxHeaderSize: maxHeadBytes }),
    requestTimeout: requestMs,
    headersTimeout: Math.min(requestMs, HEADERS_MS),
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
  })
  /** In the order in which they began to wait. */
  const waiting = new Set<Socket>()
  const wait = (connection: Socket) => {
    waiting.add(connection)
    const [longest] = waiting
    if (waiting.size > maxWaiting) longest?.destroy()
  }
  server.on('connection', (connection) => {
    connection.once('close', () => waiting.delete(connection))
    wait(connection)
  })
  server.on('request', (request, response) => {
    const { socket } = request
    waiting.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) wait(socket)
    })
    answer(request, response)
  })
  server.on('clientError', (_, connection) => connection.destroy())
  return server
}

export const LOOPBACK = '127.0.0.1'

/** A server that listens; its end ends its connections. */
export interface Listening extends AsyncDisposable {
  readonly port: number
}

/**
 * Starts to listen on an address, this machine's alone by default; port 0 takes a free one. What is being answered at its
 * end has `graceMs` to end by itself. Throws `unavailable`, and `bad_usage` for no address of this machine.
 */
export async function listenOn(
  server: Server,
  { port, host = LOOPBACK, graceMs = 0 }: { readonly port: number; readonly host?: string; readonly graceMs?: number },
): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' || error.code === 'EACCES'
          ? new WaylandError('unavailable', `port ${port} of this machine cannot be used (${error.code})`, {
              cause: error,
              hint: 'Stop what listens there, or take another port with --port.',
            })
          : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
            ? new WaylandError('bad_usage', `${host} is no address of this machine`, { cause: error })
            : error,
      ),
    )
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      if (graceMs === 0) server.closeAllConnections()
      else setTimeout(server.closeAllConnections.bind(server), graceMs).unref()
      await closed
    },
  }
}

const HEADERS_MS = 5_000
const KEEP_ALIVE_MS = 5_000
const CHECK_MS = 1_000
