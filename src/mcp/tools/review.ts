import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { SkillLoop } from '../../app/skill-loop.ts'
import type { Skill } from '../../domain/skill.ts'
import { visibilityOf } from '../../domain/visibility.ts'
import { answer, answered } from '../answer.ts'

/** The skills that wait for review: a person promotes them, at a place where no model can. */
export function registerReview(mcp: McpServer, loop: SkillLoop): void {
  mcp.registerTool(
    'list_drafts',
    {
      title: 'List drafts',
      description:
        'Lists the drafted skills that are not reviewed yet, newest first. The user promotes one with wayland-core --skills-promote <id>.',
      inputSchema: z.strictObject({}),
      outputSchema: z.object({ drafts: z.array(DRAFT) }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async () =>
      await answered(async () => {
        const drafts = (await loop.review.skills()).filter((skill) => visibilityOf(skill).waits)
        return answer({
          drafts: drafts.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(draftToWire),
        })
      }),
  )
}

const DRAFT = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  evidence_count: z.number(),
  created_at: z.string(),
  path: z.string().describe('The folder of the skill'),
})

const draftToWire = (skill: Skill): z.infer<typeof DRAFT> => ({
  id: skill.id,
  name: skill.name,
  description: skill.description,
  version: skill.version,
  evidence_count: skill.evidenceCount,
  created_at: skill.createdAt.toISOString(),
  path: skill.path,
})
