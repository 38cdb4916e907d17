import { checksWork } from '../domain/check.ts'
import { commandOf } from '../domain/outcome.ts'
import type { ToolCall } from '../domain/turn.ts'
import { cutText } from './bounded-input.ts'

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

/**
 * Whether the text of a result says that the user, a permission or a hook prevented or stopped the call. A call with an
 * exit status has run: of its text only the engine's own note of an interruption counts.
 */
export function isDenial(output: string, exitCode?: number): boolean {
  const head = output.slice(0, HEAD)
  if (INTERRUPTION.test(head) || CANCELLED.test(head)) return true
  const ran = exitCode !== undefined && exitCode >= 0
  return !ran && DENIALS.some((words) => words.test(head))
}

/** Whether the shell tool of Gemini CLI or Qwen Code says that the user stopped a command, which it calls a success. */
export const wasCancelled = (output: string): boolean => CANCELLED.test(output.slice(0, HEAD))

/** Whether the engine itself called off the call, since another one of the same message had failed. */
export const isCalledOff = (output: string): boolean => CALLED_OFF.test(output.slice(0, HEAD))

/** Characters at the start that are looked at. */
const HEAD = 400

/** What Claude Code, Gemini CLI, Qwen Code and Codex write when the user stops a call. */
const INTERRUPTION = /\[request interrupted by user|\[operation cancell?ed\]|^aborted by user\b/i
const CANCELLED = /^(?:<untrusted_context>\s+)?command was cancelled by user\b/i
/** The words of each engine for a call that was not allowed: by the person, by rules, by a mode, or by a hook. */
const DENIALS = [
  /user (?:doesn't|does not) want to|user (?:rejected|denied|declined|cancell?ed|aborted)/i,
  /(?:rejected|blocked|aborted) by (?:the )?user|tool use was rejected/i,
  /permission (?:to use|for) .{1,300} (?:has been|was) (?:auto-)?denied|haven't granted|requested permissions? to/is,
  /denied by your permission settings|that permission was declined|^non-interactive deny/i,
  /\b(?:commands?|parts?) requires? approval|\bneeds approval\b|was blocked\. For security, /i,
  /requires user (?:confirmation, which is not supported|approval but cannot execute) in non-interactive mode/i,
  /(?:denied|blocked) by policy|rejected due to unacceptable risk|blocked in plan mode|^plan mode blocked/i,
  /blocked by hook|^hook PreToolUse:\S+ denied|^PreToolUse:\S+ hook error/i,
]
const CALLED_OFF =
  /^\s*(?:<tool_use_error>)?(?:error: )?(?:sibling tool call errored|cancell?ed: parallel tool call|streaming fallback - tool execution discarded)/i
