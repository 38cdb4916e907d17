import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { OfferedSkill, SkillLoop } from '../app/skill-loop.ts'
import { askedBy } from './asked-by.ts'

/** A prompt for every skill that a person made or promoted: its text with the arguments filled in, as the user's words. */
export function servePrompts(server: Server, loop: SkillLoop): void {
  const prompts = async () => (await loop.offers.offered()).filter(({ released }) => released)

  server.setRequestHandler('prompts/list', async () => ({ prompts: (await prompts()).map(promptOf) }))

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
