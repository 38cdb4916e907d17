import type { Outcome, ToolCall } from './turn.ts'

/** How an engine says that a run ended; other words are accepted and mean nothing. */
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

const MEANING: Readonly<Record<string, Outcome>> = {
  // interrupted or denied by the user: says nothing about the work
  interrupted: 'unknown',
  interrupt: 'unknown',
  cancelled: 'unknown',
  canceled: 'unknown',
  denied: 'unknown',
  rejected: 'unknown',
  // the run broke off
  error: 'failure',
  api_error: 'failure',
  abort: 'failure',
  aborted: 'failure',
  max_turns: 'failure',
  max_tokens: 'failure',
  length: 'failure',
  refusal: 'failure',
  content_filter: 'failure',
  safety: 'failure',
  timeout: 'failure',
  // the model came to an end
  end_turn: 'success',
  tool_use: 'success',
  tool_calls: 'success',
  stop: 'success',
  stop_sequence: 'success',
}

/** The outcome of a turn, first rule that applies: explicit, broken off, failure left at the end, how it stopped. */
export function decideOutcome(turn: {
  readonly outcome?: Outcome | undefined
  readonly stopReason?: string | undefined
  readonly toolCalls?: readonly ToolCall[] | undefined
}): Outcome {
  if (turn.outcome !== undefined) return turn.outcome
  const meant = turn.stopReason === undefined ? undefined : MEANING[turn.stopReason.toLowerCase()]
  if (meant !== 'success') {
    if (turn.stopReason !== undefined && meant !== undefined) return meant
    return endsInFailure(turn.toolCalls ?? []) ? 'failure' : 'unknown'
  }
  return endsInFailure(turn.toolCalls ?? []) ? 'failure' : 'success'
}

/** Whether the last call, or the last check, failed and nothing after it put that right. */
export function endsInFailure(calls: readonly ToolCall[]): boolean {
  const known = calls.filter((call) => call.ok !== null)
  if (known.at(-1)?.ok === false) return true
  return known.findLast(isCheck)?.ok === false
}

/** Programs whose exit status tells whether the work holds: tests, linters, type checkers, builds. */
const CHECK =
  /\b(?:tests?|spec|lint|clippy|vet|tsc|typecheck|check|build|compile|pytest|jest|vitest|mocha|rspec|tox|ruff|eslint|mypy)\b/i

/** Whether a call is a check of the work: a shell command that runs tests, a linter or a build. */
export function isCheck(call: ToolCall): boolean {
  const command = commandOf(call)
  return command !== undefined && CHECK.test(command)
}

/** The command line of a shell call, whatever the engine calls its field; undefined for other tools. */
export function commandOf(call: ToolCall): string | undefined {
  if (typeof call.input !== 'object' || call.input === null) return undefined
  const { command, cmd } = call.input as { command?: unknown; cmd?: unknown }
  const value = command ?? cmd
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(' ') : undefined
}
