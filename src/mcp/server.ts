import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { OfferedSkill, Place, SkillLoop } from '../app/skill-loop.ts'
import { program } from '../platform/process.ts'
import { askedBy } from './answer.ts'
import { registerLoading } from './tools/loading.ts'
import { registerQuestions } from './tools/questions.ts'
import { registerReview } from './tools/review.ts'
import { registerRouting } from './tools/routing.ts'

/** Instructions for the client about the server as a whole. */
const INSTRUCTIONS =
  'Skills learned from earlier work. Before a task, call find_skill with the request; where it picks one, load_skill ' +
  'gives its text, to follow as far as it fits. When the task is done, call report_outcome with the decision id. A draft ' +
  'is promoted only when the user asks for it.'

/**
 * One server for each connection or request: it holds no state; every answer comes from the loop. `projectDir` is the folder
 * that its client works in, where that is known; else resources and prompts are those of no project.
 */
export function createMcpServer(loop: SkillLoop, projectDir?: string): McpServer {
  const mcp = new McpServer(
    { name: 'wayland-core', title: 'wayland-core skills', version: program.version },
    {
      capabilities: { tools: {}, resources: { listChanged: true }, prompts: { listChanged: true } },
      instructions: INSTRUCTIONS,
    },
  )
  const place = projectDir === undefined ? { project: '' } : { projectDir }
  registerRouting(mcp, loop, projectDir)
  registerLoading(mcp, loop, projectDir)
  registerReview(mcp, loop)
  registerQuestions(mcp, loop)
  serveResources(mcp.server, loop, place)
  servePrompts(mcp.server, loop, place)
  return mcp
}

/** A prompt for every skill of the place that a person made or promoted, and of others where it is named: its text with the arguments filled in, as the user's words. */
function servePrompts(server: Server, loop: SkillLoop, place: Place): void {
  const prompts = async (at?: Place) => (await loop.offers.offered(at)).filter(({ released }) => released)

  server.setRequestHandler('prompts/list', async () => ({ prompts: (await prompts(place)).map(promptOf) }))

  // With a lenient schema: the SDK answers what its own schema refuses as an internal error.
  server.setRequestHandler('prompts/get', { params: ASKED }, async ({ name, arguments: given = {} }, context) => {
    const skill = (await prompts()).find((known) => known.name === name)
    if (skill === undefined) throw badParams(`there is no prompt "${name}"`)
    const [unknown] = Object.keys(given).filter((key) => key !== ARGUMENT.name)
    if (unknown !== undefined) throw badParams(`the prompt "${name}" takes "${ARGUMENT.name}", not "${unknown}"`)
    const rendered = await loop.offers.render(name, given[ARGUMENT.name], askedBy(server, context))
    if (rendered === undefined) throw badParams(`there is no prompt "${name}"`)
    return {
      description: skill.description,
      messages: [{ role: 'user', content: { type: 'text', text: rendered.text } }],
    }
  })
}

const ASKED = z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() })

const ARGUMENT = { name: 'arguments', description: 'What the skill is to be applied to', required: false }

const promptOf = ({ name, description }: OfferedSkill) => ({ name, description, arguments: [ARGUMENT] })

const badParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

const SCHEME = 'skill://'
const MARKDOWN = 'text/markdown'

/** Every skill that is offered in the place, and any that is named, as a resource `skill://<name>`: the bytes of its SKILL.md. */
function serveResources(server: Server, loop: SkillLoop, place: Place): void {
  server.setRequestHandler('resources/list', async () => ({
    resources: (await loop.offers.offered(place)).map(resourceOf),
  }))

  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [
      { uriTemplate: `${SCHEME}{name}`, name: 'skill', description: 'The SKILL.md of a skill', mimeType: MARKDOWN },
    ],
  }))

  // With a lenient schema: the SDK answers what its own schema refuses as an internal error.
  server.setRequestHandler('resources/read', { params: z.looseObject({ uri: z.string() }) }, async ({ uri }) => {
    const skill = (await loop.offers.offered()).find(({ name }) => uriOf(name) === uri)
    if (skill === undefined) throw new ResourceNotFoundError(uri, `there is no skill at ${uri}`)
    const { text } = await loop.load(skill.name)
    return { contents: [{ uri, mimeType: MARKDOWN, text }] }
  })
}

const uriOf = (name: string): string => `${SCHEME}${encodeURIComponent(name)}`

const resourceOf = ({ name, description, status, version }: OfferedSkill) => ({
  uri: uriOf(name),
  name,
  description,
  mimeType: MARKDOWN,
  _meta: { 'wayland-core/status': status, 'wayland-core/version': version },
})
