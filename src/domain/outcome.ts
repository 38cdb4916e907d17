import { answersByExit, checksWork } from './check.ts'
import type { Outcome, ToolCall } from './run.ts'

/**
 * How the record of a run ends: `closed` with the assistant's text after the last result and no call pending, or `open`
 * in the middle of the run.
 */
export type Ending = 'closed' | 'open'

/**
 * The outcome of a turn by the first rule that applies: explicit outcome; interrupted or denied → unknown; broken off →
 * failure; the record ends in the middle → unknown; a failure left at the end → failure; the user's next message
 * rejects the result, or the last check is in doubt, or the stop reason is not recognised → unknown; ended normally →
 * success; nothing known → unknown.
 */
export function decideOutcome(turn: {
  readonly outcome?: Outcome | undefined
  readonly stopReason?: string | undefined
  readonly toolCalls?: readonly ToolCall[] | undefined
  readonly ending?: Ending | undefined
  /** The user's next message rejects or undoes the result. */
  readonly takenBack?: boolean | undefined
}): Outcome {
  if (turn.outcome !== undefined) return turn.outcome
  const meant = turn.stopReason === undefined ? undefined : (stopMeaning(turn.stopReason) ?? 'unheard')
  if (meant === 'unknown' || meant === 'failure') return meant
  if (turn.ending === 'open') return 'unknown'
  const calls = turn.toolCalls ?? []
  if (failureLeft(calls) !== undefined) return 'failure'
  if (turn.takenBack === true || endsInDoubt(calls)) return 'unknown'
  // An unknown stop reason may mean that the run broke off.
  if (meant === 'unheard') return 'unknown'
  return meant === 'success' || turn.ending === 'closed' ? 'success' : 'unknown'
}

/** The last call, the last check or the last change, where it failed and no later call repaired it. */
export function failureLeft(calls: readonly ToolCall[]): ToolCall | undefined {
  const known = calls.filter((call) => call.ok !== null)
  const last = known.at(-1)
  if (last !== undefined && failed(last)) return last
  const check = known.findLast(isCheck)
  if (check !== undefined && failed(check)) return check
  // A shell command may have repaired a failed change; reading and thinking cannot.
  const change = known.findLast((call) => commandOf(call) !== undefined || CHANGE.test(call.name))
  return change !== undefined && commandOf(change) === undefined && failed(change) ? change : undefined
}

/** Names of tools that change something: `Edit`, `write_file`, `book_reservation`, `apply_patch`. */
const CHANGE =
  /(?:^|_)(?:multi_?edit|edit|write|replace|create|update|delete|remove|insert|patch|apply|book|cancel|send|move|rename|modify)(?=$|_|[A-Z])/i

/** Whether a pipe hid the exit status of the last check, so that its result is unknown. */
function endsInDoubt(calls: readonly ToolCall[]): boolean {
  const check = calls.findLast(isCheck)
  return check !== undefined && check.ok === null && check.maskedPipe === true
}

/** Whether a call failed: not a search without a match, but a check with an exit status, whatever `ok` says. */
function failed(call: ToolCall): boolean {
  if (call.ok === true) return call.exitCode !== undefined && call.exitCode !== 0 && isCheck(call)
  const command = commandOf(call)
  return call.ok === false && !(call.exitCode === 1 && command !== undefined && answersByExit(command))
}

/** Whether a call is a check of the work: a shell command that runs tests, a linter or a build. */
export function isCheck(call: ToolCall): boolean {
  const command = commandOf(call)
  return command !== undefined && checksWork(command)
}

/** The command line of a shell call, whatever the engine calls its field; undefined for other tools. */
export function commandOf(call: { readonly input: unknown }): string | undefined {
  if (typeof call.input !== 'object' || call.input === null) return undefined
  const { command, cmd } = call.input as { command?: unknown; cmd?: unknown }
  const value = command ?? cmd
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(' ') : undefined
}

/** An engine's stop reason; other words are accepted and carry no information. */
export type StopReason =
  | 'end_turn'
  | 'tool_use'
  | 'stop_sequence'
  | 'max_turns'
  | 'max_tokens'
  | 'refusal'
  | 'error'
  | 'aborted'
  | 'interrupted'
  | 'denied'
  | (string & {})

/** The outcome that a stop reason implies, whatever its case and separators; undefined for a word that is not known. */
export function stopMeaning(reason: string): Outcome | undefined {
  // Some engines name the list before the word: `FinishReason.STOP`, `FINISH_REASON_SAFETY`, `StopReason::EndTurn`.
  const word = squeezed(reason.slice(0, MAX_REASON)).replace(/^(?:finish|stop)reason(?=.)/, '')
  const known = MEANINGS.get(word)
  if (known !== undefined) return known
  return FAILURE.test(word) ? 'failure' : undefined
}

/** Longest reason that is looked up, in characters: a longer text is a message. */
const MAX_REASON = 100

const squeezed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** A word that names a fault or a limit at its beginning or end: `error_max_turns`, `max_steps_reached`. */
const FAILURE = /^(?:error|fail)|(?:error|failed|failure|exceeded|exhausted)$|^max|(?:limit|limitreached)$/

const words = (text: string): readonly string[] => text.trim().split(/\s+/).map(squeezed)

/** Words of Anthropic, OpenAI, Gemini, Bedrock, Cohere, Mistral, the AI SDK, ACP, and of agents built on them. */
const MEANINGS: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  // Interrupted or denied by the user, or the run was to go on: no evidence about the work.
  ...words(`interrupted interrupt user_interrupt user_interrupted cancelled canceled cancel user_cancel user_cancelled
    user_canceled user_abort user_aborted aborted_by_user stopped_by_user user_stopped user_stop denied user_denied
    permission_denied declined rejected user_rejected pause pause_turn paused compaction unspecified unknown other
    load unload`).map((word) => [word, 'unknown'] as const),
  // The run broke off.
  ...words(`error api_error abort aborted refusal refused length model_length max_length max_turns max_turn_requests
    max_tokens max_output_tokens max_steps max_iterations iteration_limit recursion_limit turn_limit token_limit
    budget_limited budget_exceeded context_length_exceeded model_context_window_exceeded context_window_exceeded
    content_filter content_filtered safety image_safety image_prohibited_content recitation language blocklist
    prohibited_content spii guardrail_intervened malformed_function_call malformed_tool_use malformed_model_output
    malformed_response unexpected_tool_call too_many_tool_calls missing_thought_signature no_image loop_detected timeout
    timed_out incomplete rate_limit overloaded killed crashed disconnected`).map((word) => [word, 'failure'] as const),
  // The model ended its answer.
  ...words(`end_turn end_of_turn end stop stop_sequence eos eos_token tool_use tool_uses tool_call tool_calls
    function_call function_calls complete completed done finished success succeeded ok`).map(
    (word) => [word, 'success'] as const,
  ),
])
