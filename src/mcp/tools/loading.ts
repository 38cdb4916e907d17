import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { answer, answered, askedBy, PROJECT_DIR } from '../answer.ts'

/** What there is, the text of a skill, the same bytes as `wayland-core run` prints, and its files. */
export function registerLoading(mcp: McpServer, loop: SkillLoop, folder?: string): void {
  mcp.registerTool(
    'list_skills',
    {
      title: 'List skills',
      description:
        'Lists the skills that load_skill gives, by name and description, as many as fit: with a task the nearest first, then the most used. Decides nothing; find_skill picks one for a task.',
      inputSchema: z.strictObject({
        task: z.string().max(MAX_TASK).optional().describe('What is to be done'),
        budget: z.int().min(1).default(2_000).describe('Tokens that the list may have'),
        project_dir: PROJECT_DIR,
      }),
      outputSchema: z.object({
        skills: z.array(z.object({ name: z.string(), description: z.string() })),
        left: z.number().describe('Skills that did not fit'),
        tokens: z.number(),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ task, budget, project_dir: projectDir = folder }) =>
      await answered(async () => {
        const { skills, left, tokens, text } = await loop.offers.listed({
          ...{ maxTokens: budget, task, projectDir },
        })
        return answer({ skills, left, tokens }, text === '' ? 'No skill is shown.' : text)
      }),
  )

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
        file: z
          .string()
          .min(1)
          .optional()
          .describe('Gives this file of the skill in place of its text: one of the paths in "files"'),
        session: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe('Id of this conversation, the same each time: a skill that is active there is not given twice'),
        again: z.boolean().optional().describe('Gives the text of an active skill once more, where it was lost'),
      }),
      outputSchema: z.object({
        skill: z.string(),
        folder: z.string(),
        text: z.string(),
        tools: z
          .array(z.object({ name: z.string(), becomes: z.string().nullable() }))
          .describe('Tools that the text names as you have them; becomes is null for one that you do not have'),
        active: z
          .object({
            state: z.enum(['new', 'already', 'again']),
            tokens: z.number(),
            total: z.number(),
          })
          .nullable()
          .describe('How it stands in the session'),
        files: z.array(z.string()).describe('Its other files, which "file" gives on demand'),
        allowed_tools: z.array(z.string()).describe('Tools that it asks for; nothing is allowed by that'),
        loaded: z.boolean().describe('Whether it was noted as used for the decision'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async ({ name, arguments: args, decision_id, file, session, again }, context) =>
      await answered(async () => {
        if (file !== undefined) {
          const { name: skill, folder, text, files } = await loop.offers.reference(name, file)
          return answer({ ...NO_TEXT, skill, folder, text, files }, text)
        }
        const found = await loop.offers.render(name, args, {
          ...askedBy(mcp.server, context),
          ...(session === undefined ? {} : { session }),
          ...(again === undefined ? {} : { again }),
        })
        if (found === undefined) throw new WaylandError('no_such_skill', `no skill is called "${name}"`)
        const loaded = decision_id !== undefined && (await loop.offers.markLoaded(decision_id, found.name))
        const { name: skill, folder, text, tools, active, files, allowedTools } = found
        return answer({ skill, folder, text, tools, active, files, allowed_tools: allowedTools, loaded }, text)
      }),
  )
}

/** What a file alone says of its skill. */
const NO_TEXT = { tools: [], active: null, allowed_tools: [], loaded: false }

/** Longer tasks hold pasted material. */
const MAX_TASK = 100_000
