import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freshToken } from '../platform/bearer-token.ts'
import { whyElsewhere } from '../platform/loopback-guard.ts'
import { LOOPBACK, listenOn } from '../platform/loopback-server.ts'
import { type Companion, type Content, forward, type Passage, refuse } from './forward.ts'
import { identify, isRefusal } from './identity.ts'
import { openUpstream } from './upstream.ts'

export interface ProxyOptions {
  readonly upstream: string
  /** 0 takes a free one. */
  readonly port: number
  /** Default: 127.0.0.1. Any other address needs a token with every request. */
  readonly host?: string
  /** The proxy's own token; absent, no token is known. */
  readonly secret?: string
  /** What puts skills in and reads along; absent, everything passes unchanged. */
  readonly companion?: Companion
  readonly tell?: (passage: Passage) => void
  /** Called with what was sent and answered; absent unless a person asked for content in the log. */
  readonly tellBody?: (content: Content) => void
}

export interface Serving extends AsyncDisposable {
  readonly url: string
  /** Only this machine reaches it. */
  readonly isLocal: boolean
}

/**
 * Serves the API of the upstream: same paths, same dialect, byte for byte. Throws `bad_usage` for an upstream that is no
 * URL or an address that is none of this machine, and `port_taken`.
 */
export async function serveProxy(options: ProxyOptions): Promise<Serving> {
  const { port, host = LOOPBACK, secret = freshToken(), companion, tell = () => {}, tellBody } = options
  const upstream = openUpstream(options.upstream)
  const isLocal = LOCAL.has(host)
  const server = createServer(LIMITS, (request, response) => {
    // Others reach it under names that it does not know, but not without a token.
    const elsewhere = isLocal ? whyElsewhere(request, { anyPort: true }) : undefined
    const who = elsewhere ?? identify(request.headers, { secret, required: !isLocal, now: new Date() })
    if (isRefusal(who)) refuse(response, who.status, who.why)
    else void forward(request, response, { upstream, companion, user: who.user, tell, tellBody })
  })
  server.on('clientError', (_, connection) => connection.destroy())
  await listenOn(server, { port, host })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    isLocal,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      upstream.close()
    },
  }
}

const LOCAL: ReadonlySet<string> = new Set([LOOPBACK, '::1', 'localhost'])

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
