import type { IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { whyElsewhere } from '../../platform/loopback-guard.ts'
import { createLoopbackServer, type Listening, listenOn } from '../../platform/loopback-server.ts'
import { insistOnPlainRights, type TeamDatabase } from '../database.ts'
import { createNews } from './news.ts'
import type { Oidc } from './oidc.ts'
import { teamRoutes } from './routes.ts'

/** Connections without a request: each node that waits for news has one, and some more are between two requests. */
const MAX_WAITING = 10_000

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
): Promise<Listening> {
  const { port, host, now = () => new Date(), oidc, onError } = how
  await insistOnPlainRights(database)
  const news = createNews()
  await database.listen(news.tell)
  const handle = getRequestListener(
    teamRoutes({ database, news, now, isSecure: how.behindTls === true, oidc, onError }).fetch,
  )
  const server = createLoopbackServer({ maxWaiting: MAX_WAITING }, (request, response) => {
    const refused = whyNotHere(request, how.behindTls === true)
    if (refused === undefined) void Promise.resolve(handle(request, response)).catch(onError)
    else
      response
        .writeHead(403, { Connection: 'close', 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error: refused }))
  })
  const listening = await listenOn(server, { port, ...(host && { host }), graceMs: 1_000 })
  return {
    port: listening.port,
    async [Symbol.asyncDispose]() {
      news.end()
      await listening[Symbol.asyncDispose]()
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
