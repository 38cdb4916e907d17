import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { whyElsewhere } from '../platform/loopback-guard.ts'
import { listenOnLoopback } from '../platform/loopback-server.ts'
import { type Companion, forward, type Passage, refuse } from './forward.ts'
import { openUpstream } from './upstream.ts'

export interface ProxyOptions {
  readonly upstream: string
  /** 0 takes a free one. */
  readonly port: number
  /** What puts skills in and reads along; absent, everything passes unchanged. */
  readonly companion?: Companion
  readonly tell?: (passage: Passage) => void
}

export interface Serving extends AsyncDisposable {
  readonly url: string
}

/**
 * Serves the API of the upstream on the loopback interface: same paths, same dialect, byte for byte. Throws `bad_usage` for
 * an upstream that is no URL, and `port_taken`.
 */
export async function serveProxy({
  upstream: given,
  port,
  companion,
  tell = () => {},
}: ProxyOptions): Promise<Serving> {
  const upstream = openUpstream(given)
  const server = createServer(LIMITS, (request, response) => {
    const elsewhere = whyElsewhere(request, { anyPort: true })
    if (elsewhere !== undefined) refuse(response, elsewhere.status, elsewhere.why)
    else void forward(request, response, { upstream, companion, user: undefined, tell })
  })
  server.on('clientError', (_, connection) => connection.destroy())
  await listenOnLoopback(server, port)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      upstream.close()
    },
  }
}

/**
 * No limit on the time of a body: an answer of a model takes as long as it takes. A head is short, and a connection
 * that waits for its next request is kept longer than most clients do, which then meet no closed one.
 */
const LIMITS = {
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 65_536,
  noDelay: true,
} as const
