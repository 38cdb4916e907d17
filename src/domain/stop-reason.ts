import type { Outcome } from './run.ts'

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
