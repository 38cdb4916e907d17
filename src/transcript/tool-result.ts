import { checksWork } from '../domain/check.ts'
import { commandOf } from '../domain/outcome.ts'
import type { ToolCall } from '../domain/turn.ts'
import { cutText } from './bounded-input.ts'
import { isCalledOff, isDenial } from './denial.ts'

/** The result of a tool call as the engine records it; `ok` is null where it does not record success. */
export interface ToolResult {
  readonly ok: boolean | null
  readonly exitCode?: number | undefined
  /** What the tool printed; only the first line of an error is kept. */
  readonly output?: string | undefined
  readonly durationMs?: number | undefined
  /** Whether the engine's record says that the call was denied; absent where only the text of the result may say so. */
  readonly denied?: boolean | undefined
}

/**
 * A call with its result, and whether it was denied. `ok` is null for a denied call, one that the engine cancelled, and
 * a check whose exit code a pipe masked although it printed failures.
 */
export function outcomeOfResult(
  call: ToolCall,
  result: ToolResult,
): { readonly done: ToolCall; readonly denied: boolean } {
  const output = (result.output ?? '').slice(0, MAX_OUTPUT)
  const denied = result.ok !== true && (result.denied === true || isDenial(output, result.exitCode))
  const unrun = denied || (result.ok === false && isCalledOff(output))
  const failure = result.ok === true && call.maskedPipe === true ? maskedFailure(call, output) : undefined
  const ok = unrun || failure !== undefined ? null : result.ok
  const error = failure ?? (ok === false || unrun ? firstErrorLine(output) : undefined)
  const done = {
    ...call,
    ok,
    ...(result.exitCode === undefined ? {} : { exitCode: result.exitCode }),
    ...(error === undefined ? {} : { error }),
    ...(result.durationMs === undefined ? {} : { durationMs: result.durationMs }),
  }
  return { done, denied }
}

/** The exit code in the head that an engine writes above a tool's output; words inside the output are not read. */
export function exitCodeIn(output: string): number | undefined {
  const head = output.slice(0, 400).split(/\n(?:Final )?Output:/i, 1)[0]!
  const found = EXIT.exec(head)
  return found === null ? undefined : Number(found[1])
}

/** Characters of an output that are looked at. */
export const MAX_OUTPUT = 64_000
const MAX_ERROR = 300

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
