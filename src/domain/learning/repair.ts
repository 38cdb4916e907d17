import { commandOf } from '../outcome.ts'
import type { ToolCall } from '../run.ts'
import { oneLine } from './one-line.ts'

/** Whether a call is part of a repair: it succeeded after a command failed, and at it or later that command succeeded. */
export function isRepair(calls: readonly ToolCall[], at: number): boolean {
  if (calls[at]?.ok !== true) return false
  const failed = new Set(calls.slice(0, at).flatMap((call) => (call.ok === false ? lineOf(call) : [])))
  return calls.slice(at).some((call) => call.ok === true && lineOf(call).some((line) => failed.has(line)))
}

const lineOf = (call: ToolCall): readonly string[] => {
  const command = commandOf(call)
  return command === undefined ? [] : [oneLine(command)]
}
