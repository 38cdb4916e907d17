import type { IncomingMessage, ServerResponse } from 'node:http'
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import type { SkillLoop } from '../app/skill-loop.ts'
import { whyRefused } from '../platform/loopback-guard.ts'
import { createLoopbackServer, listenOn } from '../platform/loopback-server.ts'
import { watchSkills } from './changes.ts'
import { createMcpServer } from './server.ts'
import { openSessions } from './sessions.ts'

/** Limit of a request body in bytes, far above the longest task and arguments. */
const MAX_BODY = 1024 * 1024

export interface HttpServing extends AsyncDisposable {
  readonly url: string
}

/**
 * Serves MCP over HTTP at /mcp on the loopback interface. Every request needs the bearer token, a Host of this machine and,
 * where a browser sends one, an Origin of it. Throws `unavailable`.
 */
export async function serveHttp(
  loop: SkillLoop,
  { port, token, onError }: { readonly port: number; readonly token: string; readonly onError: (error: Error) => void },
): Promise<HttpServing> {
  const sessions = openSessions(() => createMcpServer(loop), { maxBody: MAX_BODY, onError })
  const modern = createMcpHandler(() => createMcpServer(loop), {
    legacy: 'reject',
    onerror: onError,
    maxRequestBodySize: MAX_BODY,
  })
  const handle = toNodeHandler(
    {
      // Clients of MCP revisions before 2026 use sessions; later ones send everything with each request.
      fetch: async (request) =>
        (await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY }))
          ? await sessions.fetch(request)
          : await modern.fetch(request),
    },
    { maxRequestBodySize: MAX_BODY, onerror: onError },
  )
  const http = createLoopbackServer({}, (request, response) => {
    // The adapter's type excludes `undefined` in fields that Node may leave undefined and that it does not read.
    if (isAllowed(request, response, token)) handle(request as NodeIncomingMessageLike, response).catch(onError)
  })
  const listening = await listenOn(http, { port })
  const stop = watchSkills(loop, () => {
    sessions.skillsChanged()
    modern.notify.resourcesChanged()
    modern.notify.promptsChanged()
  })
  return {
    url: `http://127.0.0.1:${listening.port}/mcp`,
    async [Symbol.asyncDispose]() {
      stop()
      await Promise.all([sessions.close(), modern.close()])
      await listening[Symbol.asyncDispose]()
    },
  }
}

const METHODS: readonly string[] = ['GET', 'POST', 'DELETE']

/** Checks a request before its body is read; answers one that it refuses. */
function isAllowed(request: IncomingMessage, response: ServerResponse, token: string): boolean {
  // The adapter makes a Request of Fetch of it, which takes no TRACE.
  if (!METHODS.includes(request.method ?? ''))
    return refuse(response, 405, `MCP is asked by ${METHODS.join(', ')}`, { Allow: METHODS.join(', ') })
  // The Inspector of MCP is a page of another server of this machine.
  const refused = whyRefused(request, token, { anyPort: true })
  if (refused !== undefined)
    return refuse(response, refused.status, refused.why, refused.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
  if (request.url?.replace(/\?.*/s, '') !== '/mcp') return refuse(response, 404, 'MCP is served at /mcp')
  return true
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): false {
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
  return false
}
