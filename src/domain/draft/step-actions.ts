import type { Action } from './actions.ts'
import type { Column } from './align.ts'
import { hasExternalEffect } from './external-effect.ts'
import type { Group } from './runs.ts'

/** The actions that make up one step, by the rank of their run. */
export type StepActions = ReadonlyMap<number, readonly Action[]>

/**
 * Splits columns of groups into steps. An action with the same `form` in at least `needed` runs is a step of its own,
 * so that a placeholder hides no constant; the rest of the column is one step with placeholders. `dropped` have too few
 * runs.
 */
export function settledLayers(
  columns: readonly Column<Group>[],
  needed: number,
  runs: number,
): { readonly kept: readonly StepActions[]; readonly dropped: readonly StepActions[] } {
  const kept: Map<number, Action[]>[] = []
  const dropped: Map<number, Action[]>[] = []
  const fixed = new Map<string, Map<number, Action[]>>()
  for (const column of columns) {
    const { constant, rest } = apart(column, needed, runs)
    for (const [form, layer] of constant) {
      kept.push(layer)
      if (!fixed.has(form)) fixed.set(form, layer)
    }
    if (rest.size >= needed) kept.push(rest)
    else if (rest.size > 0) dropped.push(rest)
  }
  return { kept, dropped: dropped.flatMap((layer) => credited(layer, fixed)) }
}

function apart({ members }: Column<Group>, needed: number, runs: number) {
  const forms = new Map<string, Map<number, Action[]>>()
  for (const [rank, { actions }] of members) for (const action of actions) put(mapAt(forms, action.form), rank, action)
  // An action outside the project is a fixed step only if all runs did it.
  const enough = (layer: StepActions) => layer.size >= (hasExternalEffect([...layer.values()][0]![0]!) ? runs : needed)
  const constant = [...forms].filter(([, layer]) => enough(layer))
  const shared = new Set(constant.map(([key]) => key))
  const rest = new Map<number, Action[]>()
  for (const [rank, { actions }] of members)
    for (const action of actions) if (!shared.has(action.form)) put(rest, rank, action)
  return { constant, rest }
}

/** Adds actions that are a fixed step elsewhere to that step; returns the rest, which is dropped. */
function credited(layer: Map<number, Action[]>, fixed: ReadonlyMap<string, Map<number, Action[]>>) {
  const left = new Map<number, Action[]>()
  for (const [rank, actions] of layer) {
    for (const action of actions) {
      const home = fixed.get(action.form)
      if (home === undefined) put(left, rank, action)
      else if (!home.has(rank)) home.set(rank, [action])
    }
  }
  return left.size === 0 ? [] : [left]
}

function put(layer: Map<number, Action[]>, rank: number, action: Action): void {
  const actions = layer.get(rank)
  if (actions === undefined) layer.set(rank, [action])
  else actions.push(action)
}

function mapAt(maps: Map<string, Map<number, Action[]>>, key: string): Map<number, Action[]> {
  const known = maps.get(key)
  if (known !== undefined) return known
  const fresh = new Map<number, Action[]>()
  maps.set(key, fresh)
  return fresh
}
