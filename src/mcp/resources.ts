import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { OfferedSkill, SkillLoop } from '../app/skill-loop.ts'

const SCHEME = 'skill://'
const MARKDOWN = 'text/markdown'

/** Every skill that is offered as a resource `skill://<name>`: the bytes of its SKILL.md. */
export function serveResources(server: Server, loop: SkillLoop): void {
  server.setRequestHandler('resources/list', async () => ({ resources: (await loop.offers.offered()).map(resourceOf) }))

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
