import { checksWork } from '../domain/check.ts'
import { commandOf } from '../domain/outcome.ts'
import type { ToolCall } from '../domain/turn.ts'
import { cutText } from './bounded-input.ts'

/** What an engine says about the end of a tool call. `ok: null` = it does not say. */
export interface ToolResult {
  readonly ok: boolean | null
  readonly exitCode?: number | undefined
  /** What the tool printed; only the first line of an error is kept. */
  readonly output?: string | undefined
  readonly durationMs?: number | undefined
}

/** A call with its result: a denied call is neither success nor failure, nor is a masked check that printed failures. */
export function outcomeOfResult(call: ToolCall, result: ToolResult): ToolCall {
  const output = (result.output ?? '').slice(0, MAX_OUTPUT)
  const denied = result.ok !== true && isDenial(output)
  const failure = result.ok === true && call.maskedPipe === true ? maskedFailure(call, output) : undefined
  const ok = denied || failure !== undefined ? null : result.ok
  const error = failure ?? (ok === false || denied ? firstErrorLine(output) : undefined)
  return {
    ...call,
    ok,
    ...(result.exitCode === undefined ? {} : { exitCode: result.exitCode }),
    ...(error === undefined ? {} : { error }),
    ...(result.durationMs === undefined ? {} : { durationMs: result.durationMs }),
  }
}

/** Whether an error says that the user, or a permission, kept the call from running. */
export const isDenial = (output: string): boolean => DENIAL.test(output.slice(0, 400))

/** The exit code in the head that an engine writes above a tool's output; words inside the output are not read. */
export function exitCodeIn(output: string): number | undefined {
  const head = output.slice(0, 400).split(/\n(?:Final )?Output:/i, 1)[0]!
  const found = EXIT.exec(head)
  return found === null ? undefined : Number(found[1])
}

/** Characters of an output that are looked at. */
const MAX_OUTPUT = 64_000
const MAX_ERROR = 300

const DENIAL =
  /user (?:doesn't|does not) want to|rejected by (?:the )?user|user (?:rejected|denied|cancell?ed|declined)|tool use was rejected|permission to use .{1,60} (?:has been|was) denied|haven't granted|requested permissions? to|\[operation cancell?ed\]|request interrupted by user|aborted by user/i
const EXIT = /^(?:exit code:?|process exited with code|command exited with code|exited with code)\s+(-?\d{1,10})\b/im
/** Signs of failed tests, linters and builds in what they print. */
const FAILURES =
  /^.*(?:\bFAIL(?:ED|URES?)?\b|\bnpm ERR!|\berror TS\d+|\bERROR task failed|\b[1-9]\d{0,6} (?:failed|failing|failures?|errors?)\b|^panic:|^Traceback \(|\berror(?:\[E\d+\])?: ).*$/m

function maskedFailure(call: ToolCall, output: string): string | undefined {
  const command = commandOf(call)
  if (command === undefined || !checksWork(command)) return undefined
  const line = FAILURES.exec(output)?.[0].trim()
  return line === undefined ? undefined : cutText(line, MAX_ERROR)
}

function firstErrorLine(output: string): string | undefined {
  const lines = output
    .slice(0, 4_096)
    .replace(/<\/?tool_use_error>/g, '')
    .split('\n', 12)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const line = lines.find((text) => !HEADER.test(text)) ?? lines[0]
  return line === undefined ? undefined : cutText(line, MAX_ERROR)
}

/** Lines of an engine's head above the output. */
const HEADER =
  /^(?:exit code:? -?\d+|process exited with code -?\d+|(?:final )?output:|wall time: .*|chunk id: .*|total output lines: .*|original token count: .*)$/i
