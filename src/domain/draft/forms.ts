import type { Action } from './actions.ts'
import { type RankedWords, sameForm } from './command-template.ts'
import type { StepActions } from './step-actions.ts'

/**
 * Reduces the commands of each step to one form: the most frequent commands that differ in single words only and occur
 * in at least `needed` runs; others are dropped. A step without such a form is unchanged.
 */
export function inOneForm(
  layers: readonly StepActions[],
  needed: number,
): { readonly kept: readonly StepActions[]; readonly dropped: readonly StepActions[] } {
  const kept: StepActions[] = []
  const dropped: StepActions[] = []
  for (const layer of layers) {
    const split = apart(layer, needed)
    kept.push(split?.kept ?? layer)
    if (split !== undefined) dropped.push(split.left)
  }
  return { kept, dropped }
}

function apart(
  layer: StepActions,
  needed: number,
): { readonly kept: StepActions; readonly left: StepActions } | undefined {
  const all = [...layer].flatMap(([rank, actions]) => actions.map((action) => ({ rank, action })))
  if (all[0]?.action.kind !== 'RUN') return undefined
  const typed = all.filter(({ action }) => action.typed !== undefined)
  if (typed.length === all.length && sameForm(typed.map(wordsOf))) return undefined
  const forms = new Map<string, typeof all>()
  for (const one of typed) {
    const shape = shapeOf(one.action)
    forms.set(shape, [...(forms.get(shape) ?? []), one])
  }
  const [best] = [...forms]
    .filter(([, members]) => ranks(members) >= needed && sameForm(members.map(wordsOf)))
    .sort(([a, x], [b, y]) => ranks(y) - ranks(x) || y.length - x.length || (a < b ? -1 : 1))
  if (best === undefined) return undefined
  const chosen = new Set(best[1])
  return { kept: layerOf(best[1]), left: layerOf(all.filter((one) => !chosen.has(one))) }
}

const ranks = (members: readonly { readonly rank: number }[]): number => new Set(members.map(({ rank }) => rank)).size

const wordsOf = ({ rank, action }: { readonly rank: number; readonly action: Action }): RankedWords => ({
  rank,
  words: action.typed!.bare.map(({ text }) => text),
})

/** The shape of a command: its options and operators, with `_` for each other word. */
const shapeOf = ({ typed }: Action): string =>
  typed!.bare.map(({ text }) => (/^(?:-[\w-]*|[|&<>].*|\d*[<>].*)/.exec(text)?.[0] ?? '') || '_').join(' ')

function layerOf(members: readonly { readonly rank: number; readonly action: Action }[]): StepActions {
  const layer = new Map<number, Action[]>()
  for (const { rank, action } of members) layer.set(rank, [...(layer.get(rank) ?? []), action])
  return layer
}
