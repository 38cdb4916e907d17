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

/**
 * Whether the shell tool of Gemini CLI or Qwen Code says that the user stopped the command: its status is then a
 * success.
 */
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
  /(?:denied|blocked) by policy|rejected due to unacceptable risk|blocked in plan mode|^plan mode blocked/i,
  /blocked by hook|^hook PreToolUse:\S+ denied|^PreToolUse:\S+ hook error/i,
]
const CALLED_OFF =
  /^\s*(?:<tool_use_error>)?(?:error: )?(?:sibling tool call errored|cancell?ed: parallel tool call|streaming fallback - tool execution discarded)/i
