import { contentText, type Fields } from '../../transcript/reader.ts'
import { exitCodeIn, type ToolResult } from '../../transcript/tool-result.ts'

/** The result of a call, from the message that holds it: the exit code of a command is its last line. */
export function piResult(message: Fields): ToolResult {
  const output = contentText(message.content) ?? ''
  const failed = message.isError === true
  const tail = output.slice(-200)
  const code = /(?:^|\n)Command exited with code (\d{1,10})\s*$/.exec(tail)?.[1]
  const aborted = failed && /(?:^|\n)(?:Command|Operation) aborted\s*$/.test(tail)
  return {
    ok: aborted ? null : !failed,
    exitCode: code === undefined ? (failed ? exitCodeIn(output) : undefined) : Number(code),
    output,
  }
}
