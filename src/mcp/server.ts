import { McpServer } from '@modelcontextprotocol/server'
import type { SkillLoop } from '../app/skill-loop.ts'
import { program } from '../platform/process.ts'
import { servePrompts } from './prompts.ts'
import { serveResources } from './resources.ts'
import { registerLoading } from './tools/loading.ts'
import { registerQuestions } from './tools/questions.ts'
import { registerReview } from './tools/review.ts'
import { registerRouting } from './tools/routing.ts'

/** Instructions for the client about the server as a whole. */
const INSTRUCTIONS =
  'Skills learned from earlier work. Before a task, call find_skill with the request; where it picks one, load_skill ' +
  'gives its text, to follow as far as it fits. When the task is done, call report_outcome with the decision id. A draft ' +
  'is promoted only when the user asks for it.'

/** One server for each connection or request: it holds no state; every answer comes from the loop. */
export function createMcpServer(loop: SkillLoop): McpServer {
  const mcp = new McpServer(
    { name: 'wayland-core', title: 'wayland-core skills', version: program.version },
    {
      capabilities: { tools: {}, resources: { listChanged: true }, prompts: { listChanged: true } },
      instructions: INSTRUCTIONS,
    },
  )
  registerRouting(mcp, loop)
  registerLoading(mcp, loop)
  registerReview(mcp, loop)
  registerQuestions(mcp, loop)
  serveResources(mcp.server, loop)
  servePrompts(mcp.server, loop)
  return mcp
}
