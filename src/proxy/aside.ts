import type { Fields } from '../transcript/reader.ts'
import type { Dialect } from './dialects/dialect.ts'

/**
 * Whether a program asks on its own, beside the conversation: for data of a given shape, for a few tokens, or, where an
 * agent asks, without any tool. Such requests set no task and repeat the words of one that does.
 */
export function isAside(dialect: Dialect, body: Fields, client = ''): boolean {
  const most = body.max_output_tokens ?? body.max_completion_tokens ?? body.max_tokens
  const hasTools = Array.isArray(body.tools) && body.tools.length > 0
  return dialect.isShaped(body) || (typeof most === 'number' && most <= FEW) || (!hasTools && AGENT.test(client))
}

/** No task is answered with so few tokens; agents try a connection with one. */
const FEW = 16

/** Clients that always give their model tools for a task. */
const AGENT = /^(?:claude-cli|codex|opencode|ai-sdk|qwencode|gemini|pi)\b/i
