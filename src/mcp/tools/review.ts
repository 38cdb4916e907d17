import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { statusAfter } from '../../domain/lifecycle.ts'
import type { Skill } from '../../domain/skill.ts'
import { visibilityOf } from '../../domain/visibility.ts'
import { answer, answered } from '../answer.ts'

/** The skills that wait for review and, if `mcp.promote` allows it, promotion after the user confirmed it. */
export function registerReview(mcp: McpServer, loop: SkillLoop): void {
  registerListing(mcp, loop)
  const allowed = loop.upkeep.config.settings['mcp.promote']
  if (allowed !== 'off') registerPromotion(mcp, loop, allowed)
}

function registerListing(mcp: McpServer, loop: SkillLoop): void {
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

function registerPromotion(mcp: McpServer, loop: SkillLoop, allowed: 'ask' | 'confirm'): void {
  mcp.registerTool(
    'promote_skill',
    {
      title: 'Promote a draft',
      description: `Makes a staged skill active, when the user has asked for it. The user is asked to confirm${
        allowed === 'ask'
          ? '; where the client cannot ask, nothing is promoted.'
          : '; where the client cannot ask, the first call gives a digest, and a second call with it as "confirm", after the user said yes, promotes.'
      }`,
      inputSchema: z.strictObject({
        skill: z.string().min(1).describe('Name or id of the skill'),
        confirm: z
          .string()
          .min(1)
          .optional()
          .describe('The digest of the first answer, once the user has said yes to it'),
      }),
      outputSchema: z.object({
        status: z.enum(['promoted', 'declined', 'confirmation_needed']),
        skill: z.string(),
        version: z.string(),
        digest: z.string().describe('SHA-256 of the files that the decision is about'),
        path: z.string(),
        next: z.string().optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    async ({ skill: reference, confirm }, ctx) =>
      await answered(async () => {
        const skill = (await loop.review.skills()).find(({ name, id }) => name === reference || id === reference)
        if (skill === undefined) throw new WaylandError('no_such_skill', `no skill is called "${reference}"`)
        statusAfter('promote', skill)
        const digest = await headDigest(loop, skill)
        const told = { skill: skill.name, version: skill.version, digest, path: skill.path }
        const isAsked = canAsk(mcp, ctx)
        if (isAsked) {
          const said = inputResponse(ctx.mcpReq.inputResponses, 'promote')
          if (said.kind !== 'elicit') return question(skill, digest)
          if (said.action !== 'accept' || said.content?.promote !== true) return answer({ status: 'declined', ...told })
          // The state is returned by the client: only the digest that was shown may be promoted.
          insistOnDigest(skill, digest, ctx.mcpReq.requestState<string>())
        } else if (allowed === 'ask') throw cannotAsk(skill)
        else if (confirm === undefined) {
          const next = `Show ${skill.path}/SKILL.md to the user. If they say yes, call promote_skill again with "confirm": "${digest}".`
          return answer({ status: 'confirmation_needed', ...told, next })
        } else insistOnDigest(skill, digest, confirm)
        const moved = await loop.review.move(skill.id, 'promote', { digest, reason: isAsked ? ASKED : CONFIRMED })
        return answer({
          ...told,
          status: 'promoted',
          version: moved.version,
          digest: await headDigest(loop, moved),
          path: moved.path,
        })
      }),
  )
}

/** The reason in the ledger. */
const ASKED = 'promoted over MCP: the user was asked and said yes'
const CONFIRMED = 'promoted over MCP: the client, which cannot ask the user, confirmed the digest'

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

async function headDigest(loop: SkillLoop, { id, name }: Skill): Promise<string> {
  const head = (await loop.review.versions(id)).find((version) => version.head)
  if (head === undefined) throw new WaylandError('conflict', `"${name}" was changed meanwhile`)
  return head.digest
}

/** Whether the client declares that it can show a form to its user; an empty capability is the older declaration. */
function canAsk(mcp: McpServer, ctx: ServerContext): boolean {
  const envelope = ctx.mcpReq.envelope as Record<string, unknown> | undefined
  const { elicitation } = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ??
    mcp.server.getClientCapabilities() ??
    {}) as ClientCapabilities
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

const question = ({ name, version, description, path, evidenceCount }: Skill, digest: string) =>
  inputRequired({
    inputRequests: {
      promote: inputRequired.elicit({
        message: [
          `Promote the draft "${name}", version ${version}? It becomes an active skill, offered without the notice of a draft.`,
          `It says of itself: ${description}`,
          `It was drafted from ${evidenceCount} turns. Read it first: ${path}/SKILL.md (digest ${digest.slice(0, 12)}…)`,
        ].join('\n'),
        requestedSchema: {
          type: 'object',
          properties: { promote: { type: 'boolean', title: 'Promote it', default: false } },
          required: ['promote'],
        },
      }),
    },
    requestState: digest,
  })

const cannotAsk = ({ name, id }: Skill) =>
  new WaylandError('refused', `"${name}" is not promoted: this client cannot put the question to its user`, {
    hint: `Ask the user to run: wayland-core --skills-promote ${id}`,
  })

function insistOnDigest({ name }: Skill, digest: string, confirmed: string | undefined): void {
  if (confirmed !== digest)
    throw new WaylandError('conflict', `what was confirmed is not "${name}" as it is now, digest ${digest}`, {
      hint: 'Call promote_skill without "confirm", show the skill to the user, and ask again.',
    })
}
