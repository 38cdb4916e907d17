import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { WaylandError } from '../domain/errors.ts'

/** What is sent to the upstream: a whole body can be sent again, a stream cannot. */
export interface Outgoing {
  readonly method: string
  /** Path and query as the client asked. */
  readonly path: string
  readonly headers: (host: string) => string[]
  readonly body: Buffer | Readable
  /** Calls `act` when the client goes away. */
  readonly onGone: (act: () => void) => void
  readonly isGone: () => boolean
}

/** The server of models behind the proxy, with connections that are kept open. */
export interface Upstream {
  readonly url: string
  /** Sends a request; rejects where no response begins. */
  send(outgoing: Outgoing): Promise<IncomingMessage>
  close(): void
}

/** Throws `bad_usage` for what is no http or https URL. */
export function openUpstream(given: string): Upstream {
  const url = parsed(given)
  const isTls = url.protocol === 'https:'
  const agent = isTls ? new HttpsAgent(KEPT) : new HttpAgent(KEPT)
  const base = url.pathname.replace(/\/$/, '')

  function attempt({ method, path, headers, body, onGone }: Outgoing): Attempt {
    const outgoing = (isTls ? requestHttps : requestHttp)({
      agent,
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      method,
      path: joined(base, path),
      headers: headers(url.host),
    })
    onGone(() => outgoing.destroy())
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve)
      // Also after the response began: what breaks then is told by the response.
      outgoing.on('error', reject)
    })
    if (Buffer.isBuffer(body)) outgoing.end(body)
    else body.pipe(outgoing)
    return { outgoing, response }
  }

  return {
    url: url.href,
    async send(outgoing) {
      for (let tries = 1; ; tries++) {
        const made = attempt(outgoing)
        try {
          return await made.response
        } catch (error) {
          if (tries >= MAX_TRIES || outgoing.isGone() || !mayRepeat(error, made.outgoing, outgoing.body)) throw error
          await sleep(PAUSE_MS * (tries - 1))
        }
      }
    },
    close: () => agent.destroy(),
  }
}

interface Attempt {
  readonly outgoing: ClientRequest
  readonly response: Promise<IncomingMessage>
}

/** Idle connections are closed after this long, in ms: servers close theirs later, so that few meet a closed one. */
const KEPT = { keepAlive: true, timeout: 0, maxFreeSockets: 256, noDelay: true } as const
const MAX_TRIES = 3
const PAUSE_MS = 200

/** Faults before anything was sent. */
const UNSENT: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])
/** What a connection that the server had closed in the meantime answers with. */
const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE'])

/** Whether the upstream has not begun to work on the request, so that it may be sent again. */
function mayRepeat(error: unknown, outgoing: ClientRequest, body: Outgoing['body']): boolean {
  const { code } = error as NodeJS.ErrnoException
  return Buffer.isBuffer(body) && (UNSENT.has(code) || (outgoing.reusedSocket && CLOSED.has(code)))
}

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
