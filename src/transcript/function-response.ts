import { isDenial } from './denial.ts'
import { isFields, textOf } from './reader.ts'
import { exitCodeIn, type ToolResult } from './tool-result.ts'

/**
 * The result in a function response, as Gemini CLI and Qwen Code write it: `error` = failed unless it was cancelled or
 * denied, `output` = succeeded, else nobody knows.
 */
export function functionResult(response: unknown, status: unknown): ToolResult {
  const fields = isFields(response) ? response : {}
  const output = textOf(fields.output) ?? textOf(fields.content) ?? ''
  const error = isFields(fields.error) ? textOf(fields.error.message) : textOf(fields.error)
  if (error !== undefined || status === 'error') {
    const words = error ?? output
    const exitCode = exitCodeIn(words)
    const cancelled = status === 'cancelled' || isDenial(words, exitCode)
    return { ok: cancelled ? null : false, output: words, exitCode }
  }
  const succeeded = status === 'success' || (status === undefined && fields.output !== undefined)
  return { ok: succeeded ? true : null, output, exitCode: shellExitCode(output) }
}

/** The exit code that the shell tool writes into its labelled report. */
function shellExitCode(output: string): number | undefined {
  if (!output.startsWith('Command: ')) return undefined
  const found = /\nExit Code: (-?\d{1,10})\n/.exec(output.slice(-400))?.[1]
  return found === undefined ? undefined : Number(found)
}
