import { actionText, typedText } from './action-text.ts'
import type { Action } from './actions.ts'
import { isInline, whyNotAsItRan } from './as-it-ran.ts'
import { impersonal } from './impersonal.ts'
import { isInstance } from './instance.ts'
import type { Corrected, Pitfall } from './pitfalls.ts'
import { code, fence } from './quote.ts'
import type { Step } from './step.ts'
import { callText, commandLine, commandText } from './step-text.ts'

/**
 * A pitfall of so many runs as a Markdown line, without the error output, which may hold private data. Undefined if a
 * command cannot be shown exactly, or a correction reads the same as what failed, or is one of values of one case.
 */
export function pitfallText(pitfall: Pitfall, runs: number): string | undefined {
  const often = `failed in ${pitfall.runs.length} of ${runs} runs`
  if ('instead' in pitfall) return correctionText(pitfall, often)
  const failed = actText(pitfall.step)
  if (failed === undefined) return undefined
  const around = pitfall.around && actText(pitfall.around)
  return `${failed} ${often}; nothing repaired it.${around === undefined ? '' : ` Instead the runs used ${around}.`}`
}

/** A command or a call as inline code; undefined if the runs have too little of it in common. */
export function actText(step: Pick<Step, 'kind' | 'tool' | 'fields' | 'head'>): string | undefined {
  if (step.kind === 'CALL') return callText(step)
  if (step.kind !== 'RUN') return undefined
  if (step.fields.command !== undefined && isInline(commandLine(step))) return commandText(step)
  const head = step.head.slice('RUN '.length)
  return head.includes(' ') ? code(head) : undefined
}

function correctionText({ failed, instead }: Corrected, often: string): string | undefined {
  if (isOfOneCase(failed, instead)) return undefined
  const [broken, right] = [asItWas(apart(failed, instead)), asItWas(apart(instead, failed))]
  if (broken === undefined || right === undefined || broken === right) return undefined
  return `${broken} ${often}; ${right} worked.`
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
  const isAsItRan = text !== undefined && isInline(text) && whyNotAsItRan(text) === undefined
  return isAsItRan && impersonal(text) === text ? fence(text, Number.POSITIVE_INFINITY) : undefined
}

/** The action with only those inputs in which it differs from a call of the same tool. */
function apart(action: Action, other: Action): Action {
  if (action.kind !== 'CALL' || action.head !== other.head) return action
  const same = (name: string) => JSON.stringify(action.input[name]) === JSON.stringify(other.input[name])
  return { ...action, input: Object.fromEntries(Object.entries(action.input).filter(([name]) => !same(name))) }
}
