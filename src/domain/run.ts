/** The outcome of a run. Unknown is never evidence. */
export type Outcome = 'success' | 'failure' | 'unknown'

/** One tool call of a run. `ok: null` means unknown, or denied by the user. Outputs are not kept. */
export interface ToolCall {
  readonly name: string
  /** The structured input, as the engine reported it. */
  readonly input: unknown
  readonly ok: boolean | null
  readonly exitCode?: number
  /** The exit status comes from the last command of a pipe and not from the one that matters. */
  readonly maskedPipe?: boolean
  /** First line of the error. */
  readonly error?: string
  readonly cwd?: string
  readonly messageId?: string
  readonly durationMs?: number
}
