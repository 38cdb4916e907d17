import { commonSubsequence, type Side } from './lcs.ts'

/** A step of a run as the aligner sees it. */
export interface Alignable {
  /** Only steps with the same head can stand for each other. */
  readonly head: string
  /** What it does exactly, one text for each thing; the share in common is how well two steps fit. */
  readonly features: readonly string[]
  /** What it is made of, when it stands for several: runs that share one of these share the step. Absent = itself. */
  readonly parts?: readonly string[]
}

/** An item with its texts as numbers, so that comparing two costs no string work. */
export interface Unit<T> {
  readonly item: T
  readonly head: number
  readonly exact: number
  readonly parts: readonly number[]
  readonly features: readonly number[]
}

/** The steps of all runs with one numbering of their texts. */
export function unitsOf<T extends Alignable>(runs: readonly (readonly T[])[]): readonly (readonly Unit<T>[])[] {
  const ids = new Map<string, number>()
  const id = (text: string) => {
    const known = ids.get(text)
    if (known !== undefined) return known
    ids.set(text, ids.size)
    return ids.size - 1
  }
  return runs.map((steps) =>
    steps.map((item) => ({
      item,
      head: id(`head ${item.head}`),
      exact: id(`exact ${textOf(item)}`),
      parts: [...new Set(item.parts ?? [textOf(item)])].map((part) => id(`part ${part}`)),
      features: [...new Set(item.features.map((feature) => id(`feature ${feature}`)))].sort((a, b) => a - b),
    })),
  )
}

/** What a step is, as text: equal for steps that do exactly the same. */
export const textOf = (item: Alignable): string => `${item.head}\t${item.features.join('\t')}`

/** For two steps of one sort: ½, up to 1 by the share of what they do in common. */
export function closeness<T>(a: Unit<T>, b: Unit<T>): number {
  if (a.exact === b.exact) return 1
  const size = Math.max(a.features.length, b.features.length)
  let common = 0
  for (let i = 0, j = 0; i < a.features.length && j < b.features.length; ) {
    const difference = a.features[i]! - b.features[j]!
    if (difference === 0) common++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return 0.5 + (0.5 * common) / size
}

/** Twice the weight in common over the steps of both: 1 for equal runs. */
export function similarity<T>(a: readonly Unit<T>[], b: readonly Unit<T>[]): number {
  if (a.length + b.length === 0) return 1
  const weigh = (i: number, j: number) => closeness(a[i]!, b[j]!)
  const weight = commonSubsequence(side(a), side(b), weigh).reduce((sum, [i, j]) => sum + weigh(i, j), 0)
  return (2 * weight) / (a.length + b.length)
}

/** A run for the common subsequence. */
export const side = <T>(units: readonly Unit<T>[]): Side => ({
  exact: units.map(({ exact }) => exact),
  sort: units.map(({ head }) => head),
})
