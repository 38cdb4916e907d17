import type { Action } from './actions.ts'
import { inOneForm } from './forms.ts'
import type { Run } from './runs.ts'
import { Slots } from './slots.ts'
import { type Step, stepOf } from './step.ts'

/** A command that failed, the one that worked instead, and the ranks of the runs with it. */
export interface Pitfall {
  readonly failed: Action
  readonly instead: Action
  readonly runs: readonly number[]
}

/** A successful check after the last change in enough runs. */
export interface Check {
  readonly step: Step
  /** Ranks of the runs in which a pipe or `||` hid its exit status. */
  readonly masked: readonly number[]
}

/** The distinct recoveries of the runs, the most frequent first. */
export function pitfallsOf(runs: readonly Run[]): readonly Pitfall[] {
  const pitfalls = new Map<string, Pitfall>()
  runs.forEach(({ recoveries }, rank) => {
    for (const { failed, instead } of recoveries) {
      const key = `${failed.exact} ${instead.exact}`
      const known = pitfalls.get(key)
      if (known?.runs.includes(rank)) continue
      pitfalls.set(key, { failed, instead, runs: [...(known?.runs ?? []), rank] })
    }
  })
  return [...pitfalls]
    .sort(([a, x], [b, y]) => y.runs.length - x.runs.length || (a < b ? -1 : 1))
    .map(([, pitfall]) => pitfall)
}

/** The checks after the last change that at least `needed` runs share by head. */
export function checksOf(runs: readonly Run[], needed: number): readonly Check[] {
  const byHead = new Map<string, Map<number, Action[]>>()
  runs.forEach(({ checks }, rank) => {
    for (const action of checks) {
      const layer = byHead.get(action.head) ?? new Map<number, Action[]>()
      layer.set(rank, [...(layer.get(rank) ?? []), byItself(action)])
      byHead.set(action.head, layer)
    }
  })
  return [...byHead.values()]
    .filter((layer) => layer.size >= needed)
    .map((layer) => ({
      // Of several forms of the command the most frequent is shown for all runs, because the check passed in each.
      step: { ...stepOf(inOneForm([layer], 1).kept[0]!, new Slots()), runs: [...layer.keys()].sort((a, b) => a - b) },
      masked: [...layer].filter(([, actions]) => actions.every(({ masked }) => masked)).map(([rank]) => rank),
    }))
    .filter(({ step }) => step.fields.command !== undefined)
}

/** The check without the pipeline that shows its output, which would hide its exit status. */
const byItself = (action: Action): Action =>
  action.typed === undefined ? action : { ...action, typed: { full: action.typed.bare, bare: action.typed.bare } }
