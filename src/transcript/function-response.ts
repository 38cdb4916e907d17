import { isDenial, wasCancelled } from './denial.ts'
import { isFields, textOf } from './reader.ts'
import { type ShellReport, shellReport } from './shell-report.ts'
import { exitCodeIn, type ToolResult } from './tool-result.ts'

/**
 * The result in a function response, as Gemini CLI and Qwen Code write it: `error` = failed unless it was cancelled or
 * denied, `output` = succeeded, else unknown. A command that its shell tool reports as failed has failed.
 */
export function functionResult(response: unknown, status: unknown): ToolResult {
  const fields = isFields(response) ? response : {}
  const output = textOf(fields.output) ?? textOf(fields.content) ?? ''
  const error = isFields(fields.error) ? textOf(fields.error.message) : textOf(fields.error)
  if (error !== undefined || status === 'error') {
    const words = error ?? output
    const report = shellReport(words)
    const exitCode = report?.exitCode ?? exitCodeIn(words)
    const cancelled = status === 'cancelled' || isDenial(words, exitCode)
    return { ok: cancelled ? null : false, output: report?.output ?? words, exitCode }
  }
  const succeeded = status === 'success' || (status === undefined && fields.output !== undefined)
  const report = shellReport(output)
  if (wasCancelled(output)) return { ok: null, output }
  return {
    ok: hasFailed(report) ? false : succeeded ? true : null,
    output: report?.output ?? output,
    exitCode: report?.exitCode,
  }
}

const hasFailed = (report: ShellReport | undefined): boolean =>
  report !== undefined && (report.killed || (report.exitCode !== undefined && report.exitCode !== 0))
