import type { CallToolResult } from '@modelcontextprotocol/server'
import { asWaylandError } from '../domain/errors.ts'

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
