import type { Action } from './actions.ts'
import { inOneForm } from './forms.ts'
import type { Run } from './runs.ts'
import { Slots } from './slots.ts'
import { type Step, stepOf } from './step.ts'

/** A command that failed, what worked instead, and the ranks of the runs that show it. */
export interface Pitfall {
  readonly failed: Action
  readonly instead: Action
  readonly runs: readonly number[]
}

/** A check that ended the work in enough runs. */
export interface Check {
  readonly step: Step
  /** Ranks of the runs in which a pipe or `||` hid its exit status. */
  readonly masked: readonly number[]
}

/** Every recovery of the runs once, the most frequent first. */
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

/** Checks after the last change, the same sort of check in enough runs. */
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
      // Where the runs gave it in several forms, the commonest stands for all of them: each of the runs saw it pass.
      step: { ...stepOf(inOneForm([layer], 1).kept[0]!, new Slots()), runs: [...layer.keys()].sort((a, b) => a - b) },
      masked: [...layer].filter(([, actions]) => actions.every(({ masked }) => masked)).map(([rank]) => rank),
    }))
    .filter(({ step }) => step.fields.command !== undefined)
}

/** A check is told without the pipe that shows the end of its output: that would hide its exit status. */
const byItself = (action: Action): Action =>
  action.typed === undefined ? action : { ...action, typed: { full: action.typed.bare, bare: action.typed.bare } }
