import type { ActionKind } from './tools.ts'
import type { TypedCommand } from './typed.ts'

/** One thing that a run did, the same for every engine; paths are relative to the project. */
export interface Action {
  readonly kind: ActionKind
  /** What makes two actions the same sort of step: the kind, for RUN its program and subcommand, for CALL its tool. */
  readonly head: string
  /** What may vary: `path`, `pattern`, `argv`, `dir`, `env`, or a tool's own inputs. */
  readonly input: Readonly<Record<string, unknown>>
  /** What it does exactly, as text: equal for equal actions. */
  readonly exact: string
  /** The same with what belongs to one case left open: equal for calls that do the same to another order or customer. */
  readonly form: string
  readonly ok: boolean | null
  /** Its exit status was hidden by a pipe or by `||`. */
  readonly masked: boolean
  /** Its exit status tells whether the work holds. */
  readonly check: boolean
  readonly error?: string
  /** Of a RUN: the command as it was typed; absent where it cannot be given whole. */
  readonly typed?: TypedCommand
  /** Index of the tool call that it came from. */
  readonly call: number
}
