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

/**
 * The result of a call as they print it in a run without a window. The status of the call is no failure where its command
 * failed: then only one that printed nothing tells its end.
 */
export function printedResult(printed: unknown, isError: boolean): ToolResult {
  const output = textOf(printed) ?? ''
  const end = /^Command (?:exited with code: (\d{1,3})|terminated by signal: \S+)$/.exec(output)
  if (end === null) return functionResult(isError ? { error: output } : { output }, isError ? 'error' : 'success')
  const exitCode = end[1] === undefined ? undefined : Number(end[1])
  return { ok: exitCode === 0, output, exitCode }
}

const hasFailed = (report: ShellReport | undefined): boolean =>
  report !== undefined && (report.killed || (report.exitCode !== undefined && report.exitCode !== 0))
