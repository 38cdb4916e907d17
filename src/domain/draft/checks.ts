import { groupedBy } from '../tally.ts'
import type { Action } from './actions.ts'
import { inOneForm } from './forms.ts'
import { actText } from './pitfall-text.ts'
import type { Run } from './runs.ts'
import { Slots } from './slots.ts'
import { type Step, stepOf } from './step.ts'
import { layerOf, type Ranked } from './step-actions.ts'

/** A successful check, or a watch of one that runs elsewhere, after the last change in enough runs. */
export interface Check {
  readonly step: Step
  /** Ranks of the runs in which a pipe or `||` hid its exit status. */
  readonly masked: readonly number[]
}

/** The checks after the last change that at least `needed` runs share by head. */
export function checksOf(runs: readonly Run[], needed: number): readonly Check[] {
  const all = runs.flatMap(({ checks }, rank) => checks.map((action): Ranked => ({ rank, action: byItself(action) })))
  return [...groupedBy(all, ({ action }) => action.head).values()]
    .map(layerOf)
    .filter((layer) => layer.size >= needed)
    .map((layer) => {
      // The form that enough runs have; of runs that share the program and what it does alone, all.
      const own = inOneForm([layer], needed).kept[0]!.layer
      return {
        step: stepOf(own, new Slots()),
        masked: [...own].filter(([, actions]) => actions.every(({ masked }) => masked)).map(([rank]) => rank),
      }
    })
    .filter(({ step }) => actText(step) !== undefined)
}

/** The check without the pipeline that shows its output, which would hide its exit status. */
const byItself = (action: Action): Action =>
  action.typed === undefined ? action : { ...action, typed: { full: action.typed.bare, bare: action.typed.bare } }

/** A check as a line, with a note if a pipeline hid its exit status. */
export function checkText({ step, masked }: Check, runs: number): string {
  const share = step.runs.length === runs ? '' : ` ${support(step.runs, runs)}`
  const check = actText(step)
  if (masked.length === step.runs.length)
    return `${check} should exit 0${share}: run it by itself, a pipe hid its exit status every time`
  const often = masked.length === 1 ? 'once' : `${masked.length} times`
  return `${check} exits 0${share}${masked.length === 0 ? '' : `; a pipe hid its exit status ${often}: run it by itself`}`
}

/** The share of runs, as `[2/3]`. */
export const support = (shownBy: readonly number[], runs: number): string => `[${shownBy.length}/${runs}]`
