import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { WaylandError } from '../domain/errors.ts'

export interface Outgoing {
  readonly method: string
  /** Path and query as the client asked. */
  readonly path: string
  readonly headers: (host: string) => string[]
  readonly body: Buffer | Readable
  /** Calls `act` when the client goes away. */
  readonly onGone: (act: () => void) => void
}

/** The server of models behind the proxy. */
export interface Upstream {
  /** Sends a request on a connection of its own; rejects where no response begins. */
  send(outgoing: Outgoing): Promise<IncomingMessage>
}

/** Throws `bad_usage` for what is no http or https URL. */
export function openUpstream(given: string): Upstream {
  const url = parsed(given)
  const isTls = url.protocol === 'https:'
  const agent = isTls ? new HttpsAgent(ONCE) : new HttpAgent(ONCE)
  const base = url.pathname.replace(/\/$/, '')
  return {
    send: ({ method, path, headers, body, onGone }) =>
      new Promise((resolve, reject) => {
        const outgoing = (isTls ? requestHttps : requestHttp)({
          agent,
          insecureHTTPParser: false,
          protocol: url.protocol,
          hostname: url.hostname.replace(/^\[|\]$/g, ''),
          port: url.port,
          method,
          path: joined(base, path),
          headers: headers(url.host),
        })
        onGone(() => outgoing.destroy())
        outgoing.once('response', resolve)
        // Also after the response began: a fault after it is an event of the response.
        outgoing.on('error', reject)
        // Without a response, such as after `101 Switching Protocols` to a request that named no upgrade.
        outgoing.once('close', () => reject(new Error('it closed the connection')))
        if (Buffer.isBuffer(body)) outgoing.end(body)
        else body.pipe(outgoing)
      }),
  }
}

/**
 * A connection for each request: whatever a client or the upstream does to one, no other request's bytes are on it. Costs a
 * round trip, two with TLS, whose sessions are kept.
 */
const ONCE = { keepAlive: false, noDelay: true } as const

/** The path below that of the upstream; a version that both name stands once. */
const joined = (base: string, path: string): string =>
  base.endsWith('/v1') && /^\/v1(?:[/?]|$)/.test(path) ? `${base}${path.slice('/v1'.length)}` : `${base}${path}`

function parsed(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new WaylandError(
      'bad_usage',
      `the upstream must be an http or https URL without a user or a query, not "${given}"`,
      {
        hint: 'For example: wayland-core proxy --upstream https://api.openai.com',
      },
    )
  return url
}
