import { randomUUID } from 'node:crypto'
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

/** Above this the oldest session ends; its client starts a new one when it returns. */
const MAX_SESSIONS = 64

interface Session {
  readonly server: McpServer
  readonly transport: WebStandardStreamableHTTPServerTransport
}

/** Sessions of clients of MCP revisions before 2026: opened by `initialize`, then named in a header. */
export interface Sessions {
  fetch(request: Request): Promise<Response>
  /** Notifies every client that resources and prompts have changed. */
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
        // In order of use: the most recently used session is last.
        sessions.delete(id)
        sessions.set(id, session)
        return await session.transport.handleRequest(request)
      }
      if (id !== null) return refuse(404, -32_001, 'There is no such session; begin anew with initialize')
      // A request outside any session gets a transport that is not kept.
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
