import { createServer } from 'node:http'
import { freshToken } from '../platform/bearer-token.ts'
import { whyElsewhere } from '../platform/loopback-guard.ts'
import { LOOPBACK, listenOn } from '../platform/loopback-server.ts'
import { type Companion, type Content, forward, type Passage, refuse } from './forward.ts'
import { framingOf } from './headers.ts'
import { addressOf, identify, isRefusal, targetOf } from './identity.ts'
import { openUpstream } from './upstream.ts'

export interface ProxyOptions {
  readonly upstream: string
  /** 0 takes a free one. */
  readonly port: number
  /** Default: 127.0.0.1. */
  readonly host?: string
  /** The proxy's own token; absent, one of this run. */
  readonly secret?: string
  /** What puts skills in and reads along; absent, everything passes unchanged. */
  readonly companion?: Companion
  readonly tell?: (passage: Passage) => void
  /** Called with what was sent and answered; absent unless a person asked for content in the log. */
  readonly tellBody?: (content: Content) => void
}

export interface Serving extends AsyncDisposable {
  /** What clients are given: the origin and, as the beginning of a path, the proxy's own token. */
  readonly url: string
  /** Without the token. */
  readonly origin: string
}

/**
 * Serves the API of the upstream: same paths, same dialect, byte for byte. Throws `bad_usage` for an upstream that is no
 * URL or an address that is none of this machine, and `unavailable`.
 */
export async function serveProxy(options: ProxyOptions): Promise<Serving> {
  const { port, host = LOOPBACK, secret = freshToken(), companion, tell = () => {}, tellBody } = options
  const upstream = openUpstream(options.upstream)
  const isLocal = LOCAL.has(host)
  const server = createServer(LIMITS, (request, response) => {
    // Others reach it under names that it does not know, but not without a token.
    const elsewhere = isLocal ? whyElsewhere(request, { anyPort: true }) : undefined
    if (elsewhere !== undefined) return refuse(response, elsewhere.status, elsewhere.why)
    const target = targetOf(request.url ?? '')
    const framing = framingOf(request)
    // It sends back what it was sent, the keys of its headers too.
    if (request.method === 'TRACE') return refuse(response, 405, 'the proxy passes no TRACE on')
    if (target === undefined) return refuse(response, 400, 'a request names a path of the upstream, and no other form')
    if (framing === undefined) return refuse(response, 400, 'the length of the body can be read in two ways')
    const who = identify(request.headers, target.token, { secret, now: new Date() })
    if (isRefusal(who)) return refuse(response, who.status, who.why)
    forward(request, response, {
      ...{ upstream, companion, tell, tellBody },
      ...{ path: target.path, framing, user: who.user },
    }).catch(() => response.destroy())
  })
  server.on('clientError', (_, connection) => connection.destroy())
  const listening = await listenOn(server, { port, host })
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}`
  return { ...listening, url: `${origin}${addressOf(secret)}`, origin }
}

const LOCAL: ReadonlySet<string> = new Set([LOOPBACK, '::1', 'localhost'])

/**
 * No limit on the time of a body: an answer of a model takes as long as it takes. A head is short, and a connection
 * that waits for its next request is kept longer than most clients do, which then meet no closed one.
 */
const LIMITS = {
  insecureHTTPParser: false,
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 65_536,
  noDelay: true,
} as const
