import { isFields } from '../domain/json-value.ts'
import { textOf } from './reader.ts'
import { exitCodeIn, isDenial, type ToolResult, wasCancelled } from './tool-result.ts'

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

/** What the shell tool of Gemini CLI and Qwen Code reports of a command; the status of the call itself may differ. */
interface ShellReport {
  /** 0 where the report names none and no signal: only then does the newer form leave it out. */
  readonly exitCode: number | undefined
  /** A signal ended the command, or it ran out of its time. */
  readonly killed: boolean
  /** What the command printed; where it printed nothing, what was said of its error. */
  readonly output: string
}

/** Reads a labelled report, with or without the tag around it; undefined for any other text. */
export function shellReport(text: string): ShellReport | undefined {
  const report = unwrapped(text)
  const timedOut = report.startsWith('Command was automatically cancelled because it exceeded the timeout')
  if (timedOut) return { exitCode: undefined, killed: true, output: report }
  const start = startOfOutput(report)
  // Only the labels at the end are the tool's: the same words earlier are output of the command.
  const labels = LABELS.exec(report.slice(-MAX_LABELS))?.[0]
  if (start === undefined || labels === undefined) return undefined
  const code = /\nExit Code: (-?\d{1,10})\b/.exec(labels)?.[1]
  const killed = /\nSignal: (?!\(none\)|0$|null$)\S/m.test(labels)
  const isOld = report.startsWith('Command: ')
  const exitCode = code === undefined ? (isOld || killed ? undefined : 0) : Number(code)
  const printed = report.slice(start, report.length - labels.length)
  const error = /\nError: (?!\(none\))([^\n]+)/.exec(labels)?.[1]
  const output = printed === '(empty)' ? (error ?? '') : printed
  return { exitCode, killed, output: output === '' && exitCode !== undefined ? `Exit code ${exitCode}` : output }
}

/** Where what the command printed begins; older versions name the command and its folder before it. */
function startOfOutput(report: string): number | undefined {
  if (report.startsWith(OUTPUT)) return OUTPUT.length
  if (!report.startsWith('Command: ')) return undefined
  const at = [`\n${OUTPUT}`, '\nStdout: '].map((label) => [report.indexOf(label), label.length] as const)
  return at.flatMap(([start, length]) => (start < 0 ? [] : [start + length]))[0]
}

const OUTPUT = 'Output: '

const LABELS =
  /(?:\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*(?=\n|$)){1,5}(?:\nPGID: \d+)?\s*$/
const MAX_LABELS = 2_000

const OPEN = '<untrusted_context>\n'
const CLOSE = '\n</untrusted_context>'

/** Text without the tag that marks what came from outside. */
function unwrapped(text: string): string {
  if (!text.startsWith(OPEN)) return text
  const end = text.lastIndexOf(CLOSE)
  return text.slice(OPEN.length, end < 0 ? undefined : end)
}
