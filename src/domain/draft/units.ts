import { type AlignedList, commonSubsequence } from './lcs.ts'

/** A step of a run as input of the alignment. */
export interface Alignable {
  /** Only steps with the same head can be aligned. */
  readonly head: string
  /** Its exact inputs, one text each; `closeness` is the share that two steps have in common. */
  readonly features: readonly string[]
  /** Its actions if it has several: runs that share one of them share the step. Absent: the step itself. */
  readonly parts?: readonly string[]
}

/** An item with its texts interned as integers, so that comparisons need no string operations. */
export interface Unit<T> {
  readonly item: T
  readonly head: number
  readonly exact: number
  readonly parts: readonly number[]
  readonly features: readonly number[]
}

/** Interns the texts of all runs in one table. */
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

/** The text that identifies a step: equal for equal steps. */
export const textOf = (item: Alignable): string => `${item.head}\t${item.features.join('\t')}`

/** How well two steps with one head fit: .5 plus half of the share of common features, 1 for equal steps. */
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

/** Similarity of two runs, 0 to 1: twice the weight of the common subsequence over the number of steps of both. */
export function similarity<T>(a: readonly Unit<T>[], b: readonly Unit<T>[]): number {
  if (a.length + b.length === 0) return 1
  const weigh = (i: number, j: number) => closeness(a[i]!, b[j]!)
  const weight = commonSubsequence(side(a), side(b), weigh).reduce((sum, [i, j]) => sum + weigh(i, j), 0)
  return (2 * weight) / (a.length + b.length)
}

/** A run as input of `commonSubsequence`. */
export const side = <T>(units: readonly Unit<T>[]): AlignedList => ({
  exact: units.map(({ exact }) => exact),
  sort: units.map(({ head }) => head),
})
