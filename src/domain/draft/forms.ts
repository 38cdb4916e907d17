import { groupedBy } from '../tally.ts'
import type { Action } from './actions.ts'
import { formOf, type RankedWords } from './command-template.ts'
import { hasExternalEffect } from './external-effect.ts'
import { layerOf, type Ranked, rankedIn, type StepActions } from './step-actions.ts'

/**
 * Reduces the commands of each step to one form: the most frequent commands that differ in single words only and occur
 * in at least `needed` runs; others are dropped. A step without such a form is unchanged, and so is one whose commands
 * have as many words in common as those of the form, or that acts outside the project, where every run counts.
 */
export function inOneForm(
  layers: readonly StepActions[],
  needed: number,
): {
  readonly kept: readonly InForm[]
  readonly dropped: readonly StepActions[]
} {
  const kept: InForm[] = []
  const dropped: StepActions[] = []
  for (const layer of layers) {
    const split = apart(layer, needed)
    kept.push({ layer: split?.kept ?? layer, otherwise: split?.left ?? NONE })
    if (split !== undefined) dropped.push(split.left)
  }
  return { kept, dropped }
}

/** A step in its form, and what runs did at its place in another one. */
export interface InForm {
  readonly layer: StepActions
  readonly otherwise: StepActions
}

const NONE: StepActions = new Map()

function apart(
  layer: StepActions,
  needed: number,
): { readonly kept: StepActions; readonly left: StepActions } | undefined {
  const all = rankedIn(layer)
  if (all[0]?.action.kind !== 'RUN') return undefined
  const typed = all.filter(({ action }) => action.typed !== undefined)
  const whole = typed.length === all.length ? formOf(typed.map(wordsOf)) : undefined
  if (whole?.same === true) return undefined
  const [best] = [...groupedBy(typed, ({ action }) => shapeOf(action))]
    .filter(([, members]) => ranks(members) >= needed && formOf(members.map(wordsOf)).same)
    .sort(([a, x], [b, y]) => ranks(y) - ranks(x) || y.length - x.length || (a < b ? -1 : 1))
  if (best === undefined) return whole === undefined ? undefined : onceEach(layer, all)
  const telling = whole !== undefined && whole.constants > 1
  const everyRun = hasExternalEffect(all[0].action) && ranks(best[1]) < layer.size
  if (telling && (everyRun || whole.constants >= formOf(best[1].map(wordsOf)).constants)) return onceEach(layer, all)
  const chosen = new Set(best[1])
  return { kept: layerOf(best[1]), left: layerOf(all.filter((one) => !chosen.has(one))) }
}

/**
 * The first command of each run: where forms differ, the values of two commands of one run would make a third that it
 * never ran.
 */
function onceEach(layer: StepActions, all: readonly Ranked[]) {
  const first = new Set([...layer.values()].map(([action]) => action))
  const left = all.filter(({ action }) => !first.has(action))
  return left.length === 0
    ? undefined
    : { kept: layerOf(all.filter(({ action }) => first.has(action))), left: layerOf(left) }
}

const ranks = (members: readonly Ranked[]): number => new Set(members.map(({ rank }) => rank)).size

const wordsOf = ({ rank, action }: Ranked): RankedWords => ({
  rank,
  words: action.typed!.bare.map(({ text }) => text),
})

/** The shape of a command: its options and operators, with `_` for each other word. */
const shapeOf = ({ typed }: Action): string =>
  typed!.bare.map(({ text }) => (/^(?:-[\w-]*|[|&<>].*|\d*[<>].*)/.exec(text)?.[0] ?? '') || '_').join(' ')
