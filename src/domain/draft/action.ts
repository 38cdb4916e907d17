import type { TypedCommand } from './shell-word.ts'
import type { ActionKind } from './tools.ts'

/** One action of a run, in engine-independent form; paths are relative to the project. */
export interface Action {
  readonly kind: ActionKind
  /** Equal for actions that can be one step: the kind, with program and subcommand for RUN, with the tool for CALL. */
  readonly head: string
  /** The inputs: `path`, `pattern`, `argv`, `dir`, `env`, or a tool's own. */
  readonly input: Readonly<Record<string, unknown>>
  /** Head and inputs as text: equal for equal actions. */
  readonly exact: string
  /** `exact` without the values of one case: equal for calls that do the same to another order or customer. */
  readonly form: string
  readonly ok: boolean | null
  /** Its exit status was hidden by a pipeline or by `||`. */
  readonly masked: boolean
  /** Its exit status verifies the work, as of a test run. */
  readonly check: boolean
  readonly error?: string
  /** Of a RUN: the command as typed; absent if it cannot be given as a whole. */
  readonly typed?: TypedCommand
  /** Index of the tool call that it came from. */
  readonly call: number
}
