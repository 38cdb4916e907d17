import { randomUUID } from 'node:crypto'
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

/** The oldest session ends where one more is opened: a client that comes back begins anew. */
const MAX_SESSIONS = 64

interface Session {
  readonly server: McpServer
  readonly transport: WebStandardStreamableHTTPServerTransport
}

/** The sessions of clients of the revisions before 2026: opened by `initialize`, named by a header from then on. */
export interface Sessions {
  fetch(request: Request): Promise<Response>
  /** Tells every client that resources and prompts are others now. */
  skillsChanged(): void
  close(): Promise<void>
}

export function openSessions(
  createServer: () => McpServer,
  { maxBody, onError }: { readonly maxBody: number; readonly onError: (error: Error) => void },
): Sessions {
  const sessions = new Map<string, Session>()

  async function open(): Promise<Session['transport']> {
    const server = createServer()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maxBody,
      onsessioninitialized(id) {
        sessions.set(id, { server, transport })
        const [oldest] = sessions.size > MAX_SESSIONS ? sessions.values() : []
        oldest?.server.close().catch(onError)
      },
    })
    server.server.onclose = () => void sessions.delete(transport.sessionId ?? '')
    server.server.onerror = onError
    await server.connect(transport)
    return transport
  }

  return {
    async fetch(request) {
      const id = request.headers.get('mcp-session-id')
      const session = id === null ? undefined : sessions.get(id)
      if (session !== undefined && id !== null) {
        // The most recently used are last.
        sessions.delete(id)
        sessions.set(id, session)
        return await session.transport.handleRequest(request)
      }
      if (id !== null) return refuse(404, -32_001, 'There is no such session; begin anew with initialize')
      // A request that opens no session is answered by a transport that nothing keeps.
      return await (await open()).handleRequest(request)
    },
    skillsChanged() {
      for (const { server } of sessions.values()) {
        server.sendResourceListChanged()
        server.sendPromptListChanged()
      }
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ server }) => server.close()))
    },
  }
}

const refuse = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })
