import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { whyElsewhere } from '../../platform/loopback-guard.ts'
import { createLoopbackServer, LOOPBACK, listenOn } from '../../platform/loopback-server.ts'
import { insistOnPlainRights, type TeamDatabase } from '../database.ts'
import { createNews } from './news.ts'
import type { Oidc } from './oidc.ts'
import { teamRoutes } from './routes.ts'

/** A client whose request is incomplete after this long is disconnected, in ms. */
const REQUEST_MS = 30_000
/** Connections without a request: each node that waits for news has one, and some more are between two requests. */
const MAX_WAITING = 10_000

export interface TeamServing extends AsyncDisposable {
  readonly port: number
}

/**
 * Serves a team's database over HTTP; port 0 takes a free one. Any number of processes may serve one Postgres. Beyond loopback
 * only behind something that ends TLS. Throws `unavailable`, and `refused` for a database user with too many rights.
 */
export async function serveTeam(
  database: TeamDatabase,
  how: {
    readonly port: number
    readonly host?: string
    readonly behindTls?: boolean
    readonly now?: () => Date
    readonly oidc?: Oidc | undefined
    readonly onError: (error: unknown) => void
  },
): Promise<TeamServing> {
  const { host = LOOPBACK, now = () => new Date(), oidc, onError } = how
  await insistOnPlainRights(database)
  const news = createNews()
  await database.listen(news.tell)
  const handle = getRequestListener(
    teamRoutes({ database, news, now, isSecure: how.behindTls === true, oidc, onError }).fetch,
  )
  const server = createLoopbackServer({ requestMs: REQUEST_MS, maxWaiting: MAX_WAITING }, (request, response) => {
    const refused = whyNotHere(request, how.behindTls === true)
    if (refused === undefined) void Promise.resolve(handle(request, response)).catch(onError)
    else
      response
        .writeHead(403, { Connection: 'close', 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error: refused }))
  })
  await listenOn(server, { port: how.port, host })
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      news.end()
      const closed = promisify(server.close.bind(server))()
      server.closeIdleConnections()
      // What is being answered may end; a second is enough for that.
      setTimeout(server.closeAllConnections.bind(server), 1_000).unref()
      await closed
    },
  }
}

/** A browser is answered on the page alone, and on loopback no other name of this machine is. */
function whyNotHere({ headers, url = '', socket }: IncomingMessage, behindTls: boolean): string | undefined {
  const { origin, host } = headers
  const isPage = url.startsWith('/page/')
  if (origin !== undefined && (!isPage || (behindTls && origin !== `https://${host}`)))
    return isPage ? 'the request comes from another origin' : 'this server answers a browser on its page alone'
  return behindTls ? undefined : whyElsewhere({ headers, socket })?.why
}
