import { actionText } from './action-text.ts'
import type { Check, Pitfall } from './lessons.ts'
import { commandText } from './step-text.ts'

/** Why a command failed is not told: the pair says enough, and output is not ours to pass on. */
export function pitfallText({ failed, instead, runs }: Pitfall): string {
  return `${actionText(failed)} failed; ${actionText(instead)} worked ${runs.length === 1 ? '(seen once)' : `(in ${runs.length} runs)`}`
}

/** A check, and whether anybody saw its exit status. */
export function checkText({ step, masked }: Check, runs: number): string {
  const check = `${commandText(step)} exits 0 ${support(step.runs, runs)}`
  if (masked.length === 0) return check
  const often =
    masked.length === step.runs.length ? 'every time' : masked.length === 1 ? 'once' : `${masked.length} times`
  return `${check}; a pipe hid its exit status ${often}: run it by itself`
}

/** How many of the runs show it, as `[2/3]`. */
export const support = (shownBy: readonly number[], runs: number): string => `[${shownBy.length}/${runs}]`
