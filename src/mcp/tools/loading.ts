import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { answer, answered } from '../answer.ts'
import { askedBy } from '../asked-by.ts'

/** The text of a skill, the same bytes as `wayland-core run` prints. */
export function registerLoading(mcp: McpServer, loop: SkillLoop): void {
  mcp.registerTool(
    'load_skill',
    {
      title: 'Load a skill',
      description:
        'Gives the text of a skill to follow and the folder that its relative paths start from. With the decision id of find_skill, the skill counts as used for that task.',
      inputSchema: z.strictObject({
        name: z.string().min(1).describe('Name or id of the skill, or slash text such as "/name arguments"'),
        arguments: z.string().optional().describe('What the skill is to be applied to'),
        decision_id: z.string().min(1).optional().describe('From find_skill'),
        session: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe('Id of this conversation, the same each time: a skill that is active there is not given twice'),
        budget: z.int().min(1).optional().describe('Tokens that all skills of the session may have together'),
        again: z.boolean().optional().describe('Gives the text of an active skill once more, where it was lost'),
      }),
      outputSchema: z.object({
        skill: z.string(),
        folder: z.string(),
        text: z.string(),
        replaced: z
          .array(z.object({ name: z.string(), defaults: z.array(z.string()), given: z.string() }))
          .describe('Defaults of the skill that the arguments took the place of'),
        tools: z
          .array(z.object({ name: z.string(), becomes: z.string().nullable() }))
          .describe('Tools that the text names as you have them; becomes is null for one that you do not have'),
        active: z
          .object({
            state: z.enum(['new', 'already', 'again']),
            tokens: z.number(),
            total: z.number(),
            conflicts: z.array(z.object({ skill: z.string(), step: z.string(), here: z.string(), there: z.string() })),
          })
          .nullable()
          .describe('How it stands in the session'),
        loaded: z.boolean().describe('Whether it was noted as used for the decision'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async ({ name, arguments: args, decision_id, session, budget, again }, context) =>
      await answered(async () => {
        const found = await loop.render(name, args, {
          ...askedBy(mcp.server, context, loop),
          ...(session === undefined ? {} : { session }),
          ...(budget === undefined ? {} : { budget }),
          ...(again === undefined ? {} : { again }),
        })
        if (found === undefined) throw new WaylandError('no_such_skill', `no skill is called "${name}"`)
        const loaded = decision_id !== undefined && (await loop.markLoaded(decision_id, found.name))
        const { name: skill, folder, text, replaced, tools, active } = found
        return answer({ skill, folder, text, replaced, tools, active, loaded }, text)
      }),
  )
}
