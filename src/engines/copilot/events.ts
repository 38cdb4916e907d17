import { contentText, type Fields, isFields, textOf } from '../../transcript/reader.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'

/** What GitHub Copilot CLI writes of a call, in its session files and in what it prints. */
export function callsOf(data: Fields) {
  const requests: readonly unknown[] = Array.isArray(data.toolRequests) ? data.toolRequests : []
  return requests.filter(isFields).map(({ toolCallId, name, arguments: input }) => ({
    id: textOf(toolCallId),
    name: String(name),
    input,
  }))
}

/** The end of a call: `success` stays true where a command failed. Up to 1.0.64 its exit code is in the last line only. */
export function resultOf(data: Fields): ToolResult {
  const error = isFields(data.error) ? data.error : {}
  const output = textOf(error.message) ?? contentText(isFields(data.result) ? data.result.content : undefined) ?? ''
  const shell = isFields(data.shellExecution) ? data.shellExecution.exitCode : undefined
  const last = /<(?:shellId: \S{1,64} completed|exited) with exit code (-?\d{1,10})>\s*$/.exec(output.slice(-200))
  const exitCode = typeof shell === 'number' ? shell : last === null ? undefined : Number(last[1])
  return {
    ok:
      exitCode === undefined && GOES_ON.test(output.slice(-600))
        ? null
        : data.success === true && (exitCode ?? 0) === 0,
    exitCode,
    output: output.slice(0, last?.[0] === undefined ? undefined : -last[0].length),
    ...(REFUSED.has(error.code) ? { denied: true } : {}),
  }
}

/** What stands last where a command went on in the background, or was stopped. */
const GOES_ON = /<command (?:with|started)\b[^<>]{1,500}>\s*$/

/** Codes of a call that a person, a rule or a mode did not allow. */
const REFUSED: ReadonlySet<unknown> = new Set(['denied', 'rejected'])
