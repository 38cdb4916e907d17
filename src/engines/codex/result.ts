import { parsedArguments } from '../../transcript/bounded-input.ts'
import { contentText, isFields, textOf } from '../../transcript/reader.ts'
import { exitCodeIn, type ToolResult } from '../../transcript/tool-result.ts'

/** A call's outcome by the exit code, in JSON metadata or in the head of the text; otherwise unknown. */
export function codexResult(output: unknown): ToolResult {
  if (isFields(output) && typeof output.success === 'boolean')
    return { ok: output.success, output: contentText(output.content) ?? '' }
  const text = contentText(isFields(output) ? output.content : output) ?? ''
  if (text.startsWith('{')) {
    const value = parsedArguments(text)
    if (isFields(value) && isFields(value.metadata) && typeof value.metadata.exit_code === 'number') {
      const code = value.metadata.exit_code
      const seconds = value.metadata.duration_seconds
      return {
        ok: code === 0,
        exitCode: code,
        output: textOf(value.output) ?? '',
        durationMs: typeof seconds === 'number' ? Math.round(seconds * 1000) : undefined,
      }
    }
  }
  const code = exitCodeIn(text)
  if (code !== undefined) return { ok: code === 0, exitCode: code, output: text }
  const head = text.slice(0, 4_096)
  if (REJECTED.test(head)) return { ok: null, denied: true, output: text }
  return { ok: NOT_RUN.test(head) ? false : null, output: text }
}

/**
 * Texts that Codex writes for a command that the user or a rule did not allow, and for a call that it could not start.
 */
const REJECTED = /^exec_command failed\b.{0,4000}?CreateProcess \{ message: "Rejected\(/s
const NOT_RUN = /^(?:exec_command failed\b|unsupported call: |failed to parse function arguments\b)/

/**
 * Success of a serialised Rust `Result`: `{Err: message}`, or `{Ok: {isError?}}` of an MCP server; null for any other
 * value.
 */
export function mcpSuccess(result: unknown): boolean | null {
  if (!isFields(result)) return null
  if ('Err' in result) return false
  const told = isFields(result.Ok) ? result.Ok : undefined
  return told === undefined ? null : (told.isError ?? told.is_error) !== true
}
