import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { decisionToWire } from '../../domain/wire.ts'
import { answer, answered, PROJECT_DIR } from '../answer.ts'

/** The pick for a task, and the report of its outcome. */
export function registerRouting(mcp: McpServer, loop: SkillLoop, folder?: string): void {
  mcp.registerTool(
    'find_skill',
    {
      title: 'Find a skill',
      description:
        'Finds the skill that fits a task, or none. Gives a decision id for load_skill and report_outcome, the pick with a hint, and the candidates.',
      inputSchema: z.strictObject({
        task: z.string().trim().min(1).max(MAX_TASK).describe("The task, in the user's own words"),
        project_dir: PROJECT_DIR,
        top: z.int().min(1).max(MAX_TOP).default(5).describe('Candidates to show'),
      }),
      outputSchema: DECISION,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    async ({ task, project_dir: projectDir = folder, top }) =>
      await answered(async () => {
        const decision = await loop.route({ text: task, ...(projectDir === undefined ? {} : { projectDir }) }, { top })
        if (decision.reason === 'failed')
          throw new WaylandError('storage_unavailable', decision.error ?? 'the router failed')
        return answer(decisionToWire(decision))
      }),
  )

  mcp.registerTool(
    'report_outcome',
    {
      title: 'Report how a task ended',
      description: 'Credits the outcome of a task to the skill that find_skill picked for it; counted once.',
      inputSchema: z.strictObject({
        decision_id: z.string().min(1).describe('From find_skill'),
        outcome: z
          .enum(['success', 'failure', 'unknown'])
          .describe('unknown where nothing shows that it succeeded or failed'),
      }),
      outputSchema: z.object({ decision_id: z.string(), status: z.string(), skill: z.string().nullable() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async ({ decision_id, outcome }) =>
      await answered(async () => {
        const { status, skill = null } = await loop.reward(decision_id, outcome)
        return answer({ decision_id, status, skill })
      }),
  )
}

/** Longer requests hold pasted material: only their beginning is used for the search. */
const MAX_TASK = 100_000
const MAX_TOP = 50

const DECISION = z.object({
  decision_id: z.string(),
  pick: z
    .object({ skill: z.string(), path: z.string(), hint: z.string(), propensity: z.number() })
    .nullable()
    .describe('path is its SKILL.md'),
  reason: z.string(),
  candidates: z.array(
    z.object({ skill: z.string(), relevance: z.number(), mean: z.number(), draw: z.number().optional() }),
  ),
})
