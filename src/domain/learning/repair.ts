import type { Action } from '../draft/action.ts'
import { actionsOf } from '../draft/actions.ts'
import { commandOf } from '../outcome.ts'
import type { ToolCall } from '../run.ts'
import { oneLine } from './as-data.ts'

/**
 * Whether a call is part of a repair: it succeeded after a command failed, and at it or later that command succeeded; or it is
 * the failed command with other values, at the same place in the run.
 */
export function isRepair(calls: readonly ToolCall[], at: number): boolean {
  if (calls[at]?.ok !== true) return false
  if (isCorrected(calls, at)) return true
  const failed = new Set(calls.slice(0, at).flatMap((call) => (call.ok === false ? lineOf(call) : [])))
  return calls.slice(at).some((call) => call.ok === true && lineOf(call).some((line) => failed.has(line)))
}

/** Between the failed call and this one nothing else succeeded but looks and other tries of the same program. */
function isCorrected(calls: readonly ToolCall[], at: number): boolean {
  const [own] = actionsOf({ toolCalls: calls.slice(at, at + 1) })
  if (own === undefined) return false
  const tries = actionsOf({ toolCalls: calls.slice(0, at) })
  const from = tries.findLastIndex(({ ok, head }) => ok === false && head === own.head)
  return (
    from >= 0 && tries.slice(from).every(({ ok, head, kind }) => ok === false || head === own.head || LOOKS.has(kind))
  )
}

const LOOKS: ReadonlySet<Action['kind']> = new Set(['READ', 'LIST', 'SEARCH'])

const lineOf = (call: ToolCall): readonly string[] => {
  const command = commandOf(call)
  return command === undefined ? [] : [oneLine(command)]
}
