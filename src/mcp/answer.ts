import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { RenderOptions } from '../app/skill-loop.ts'
import { asWaylandError } from '../domain/errors.ts'
import { engineOfClient } from '../engines/engines.ts'

/** The field of every tool that puts skills before a model. */
export const PROJECT_DIR = z
  .string()
  .min(1)
  .max(4_096)
  .optional()
  .describe('The absolute folder you work in: a skill of another project is left out')

/** A tool's result as structured content, and as text for clients that read only that. */
export const answer = (value: Record<string, unknown>, text = JSON.stringify(value)): CallToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent: value,
})

/** Runs a tool; an error becomes a result that the model can act on: what happened, and what to do next. */
export async function answered<T>(work: () => Promise<T>): Promise<T | CallToolResult> {
  try {
    return await work()
  } catch (error) {
    const { message, hint } = asWaylandError(error)
    return { isError: true, content: [{ type: 'text', text: `${message}\nTry: ${hint}` }] }
  }
}

/**
 * For which agent a skill is rendered: that of the client, by the name in its request, or before 2026 in its
 * `initialize`. Nothing for an unknown one.
 */
export function askedBy(
  server: Pick<Server, 'getClientVersion'>,
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
): RenderOptions {
  const told = ENVELOPE.safeParse(mcpReq.envelope).data?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion()
  const engine = told === undefined ? undefined : engineOfClient(told.name)
  return engine === undefined ? {} : { engine }
}

/** The SDK's type of an envelope has no fields. */
const ENVELOPE = z.looseObject({ [CLIENT_INFO_META_KEY]: z.looseObject({ name: z.string() }) })
