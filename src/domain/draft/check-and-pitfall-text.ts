import { actionText, typedText } from './action-text.ts'
import type { Action } from './actions.ts'
import type { Check, Pitfall } from './checks-and-pitfalls.ts'
import { impersonal } from './impersonal.ts'
import { isInstance } from './instance.ts'
import { code, inertCode } from './quote.ts'
import { commandText } from './step-text.ts'

/**
 * A pitfall as a Markdown line, without the error output, which may hold private data. Undefined if both commands would
 * read the same, differ only in the values of one case, or cannot be shown exactly.
 */
export function pitfallText({ failed, instead, runs }: Pitfall): string | undefined {
  if (isOfOneCase(failed, instead)) return undefined
  const [broken, right] = [asItWas(apart(failed, instead)), asItWas(apart(instead, failed))]
  if (broken === undefined || right === undefined || broken === right) return undefined
  return `${broken} failed; ${right} worked ${runs.length === 1 ? '(seen once)' : `(in ${runs.length} runs)`}`
}

/** Whether two calls differ only in ids, amounts and numbers, so that the correction holds for that case only. */
function isOfOneCase(failed: Action, instead: Action): boolean {
  if (failed.kind !== 'CALL' || failed.head !== instead.head) return false
  const names = new Set([...Object.keys(failed.input), ...Object.keys(instead.input)])
  return [...names]
    .filter((name) => JSON.stringify(failed.input[name]) !== JSON.stringify(instead.input[name]))
    .every((name) =>
      [failed.input[name], instead.input[name]].every(
        (value) => value !== undefined && (typeof value === 'number' || isInstance(name, value)),
      ),
    )
}

function asItWas(action: Action): string | undefined {
  if (action.kind !== 'RUN') {
    const call = actionText(action)
    return call.includes('…') ? undefined : call
  }
  const text = typedText(action)
  return text === undefined || text.length > MAX_COMMAND || inertCode(impersonal(text)) !== text
    ? undefined
    : code(text, MAX_COMMAND)
}

/**
 * Characters. Longer commands, and those that must be changed to be inert, are not shown, because a part would mislead.
 */
const MAX_COMMAND = 240

/** The action with only those inputs in which it differs from a call of the same tool. */
function apart(action: Action, other: Action): Action {
  if (action.kind !== 'CALL' || action.head !== other.head) return action
  const same = (name: string) => JSON.stringify(action.input[name]) === JSON.stringify(other.input[name])
  return { ...action, input: Object.fromEntries(Object.entries(action.input).filter(([name]) => !same(name))) }
}

/** A check as a line, with a note if a pipeline hid its exit status. */
export function checkText({ step, masked }: Check, runs: number): string {
  const share = step.runs.length === runs ? '' : ` ${support(step.runs, runs)}`
  const check = `${commandText(step)} exits 0${share}`
  if (masked.length === 0) return check
  const often =
    masked.length === step.runs.length ? 'every time' : masked.length === 1 ? 'once' : `${masked.length} times`
  return `${check}; a pipe hid its exit status ${often}: run it by itself`
}

/** The share of runs, as `[2/3]`. */
export const support = (shownBy: readonly number[], runs: number): string => `[${shownBy.length}/${runs}]`
