import type { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio as serveTransport } from '@modelcontextprotocol/server/stdio'
import type { SkillLoop } from '../app/skill-loop.ts'
import { watchSkills } from './changes.ts'
import { createMcpServer } from './server.ts'

/** Serves one client over stdin and stdout until it closes them. */
export async function serveStdio(loop: SkillLoop, onError: (error: Error) => void): Promise<void> {
  const transport = new EndingTransport()
  // The client may begin with a probe, which gets an instance of its own: all connected instances are notified of
  // changes.
  const servers = new Set<McpServer>()
  const handle = serveTransport(
    () => {
      const server = createMcpServer(loop, process.cwd())
      servers.add(server)
      server.server.onclose = () => servers.delete(server)
      return server
    },
    { transport, onerror: onError },
  )
  const stop = watchSkills(loop, () => {
    for (const server of servers) {
      server.sendResourceListChanged()
      server.sendPromptListChanged()
    }
  })
  await transport.ended
  stop()
  await handle.close()
}

/** Closes when the client closes its end, or sends a message above the size limit. */
class EndingTransport extends StdioServerTransport {
  #end: () => void = () => {}
  readonly ended = new Promise<void>((resolve) => {
    this.#end = resolve
  })

  override async close(): Promise<void> {
    await super.close()
    this.#end()
  }
}
