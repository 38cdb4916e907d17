import { groupedBy } from '../tally.ts'
import type { Action } from './actions.ts'
import type { Column } from './align.ts'
import { hasExternalEffect } from './external-effect.ts'
import type { Group } from './runs.ts'

/** The actions that make up one step, by the rank of their run. */
export type StepActions = ReadonlyMap<number, readonly Action[]>

/** An action and the rank of its run. */
export interface Ranked {
  readonly rank: number
  readonly action: Action
}

export const rankedIn = (layer: StepActions): readonly Ranked[] =>
  [...layer].flatMap(([rank, actions]) => actions.map((action) => ({ rank, action })))

export const layerOf = (members: readonly Ranked[]): Map<number, Action[]> =>
  new Map([...groupedBy(members, ({ rank }) => rank)].map(([rank, own]) => [rank, own.map(({ action }) => action)]))

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
  const all = [...members].flatMap(([rank, { actions }]) => actions.map((action): Ranked => ({ rank, action })))
  const forms = [...groupedBy(all, ({ action }) => action.form)].map(([form, same]) => [form, layerOf(same)] as const)
  // An action outside the project is a fixed step only if all runs did it.
  const enough = (layer: StepActions) => layer.size >= (hasExternalEffect([...layer.values()][0]![0]!) ? runs : needed)
  const constant = forms.filter(([, layer]) => enough(layer))
  const shared = new Set(constant.map(([form]) => form))
  return { constant, rest: layerOf(all.filter(({ action }) => !shared.has(action.form))) }
}

/** Adds actions that are a fixed step elsewhere to that step; returns the rest, which is dropped. */
function credited(layer: StepActions, fixed: ReadonlyMap<string, Map<number, Action[]>>): readonly StepActions[] {
  const left: Ranked[] = []
  for (const one of rankedIn(layer)) {
    const home = fixed.get(one.action.form)
    if (home === undefined) left.push(one)
    else if (!home.has(one.rank)) home.set(one.rank, [one.action])
  }
  return left.length === 0 ? [] : [layerOf(left)]
}
