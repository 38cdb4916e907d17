import { heaviestPairs } from '../heaviest-pairs.ts'

/** One column of the alignment: the step of each run, by rank. */
export interface Column<T> {
  readonly members: ReadonlyMap<number, T>
}

/** A multiple alignment of runs, independent of the order in which they were given. */
export interface Alignment<T> {
  /** By rank, the index of the run in the given list. */
  readonly order: readonly number[]
  /** Rank of the run with the highest total similarity to the others. */
  readonly medoid: number
  readonly columns: readonly Column<T>[]
  /** Number of runs that a step needs (`majority`). */
  readonly needed: number
}

/** Aligns runs progressively, beginning with the medoid, then joins steps that runs share in another order. */
export function alignRuns<T extends Alignable>(given: readonly (readonly T[])[]): Alignment<T> {
  const named = given.map((steps, index) => ({ steps, index, text: steps.map(textOf).join('\n') }))
  named.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.index - b.index))
  const runs = unitsOf(named.map(({ steps }) => steps))
  const { medoid, near } = medoidOf(runs)
  const columns: OpenColumn<T>[] = (runs[medoid] ?? []).map((unit) => ({ at: new Map([[medoid, unit]]) }))
  for (const rank of near) place(runs[rank]!, rank, columns)
  const needed = majority(runs.length)
  joinAcross(columns, runs.length)
  rescue(columns, runs, needed)
  gather(columns, needed)
  return {
    order: named.map(({ index }) => index),
    medoid,
    needed,
    columns: columns.map(({ at }) => ({
      members: new Map([...at].sort(([a], [b]) => a - b).map(([rank, unit]) => [rank, unit.item])),
    })),
  }
}

/** More than half: 1 of 1, 2 of 2 or 3, 3 of 4 or 5. */
export const majority = (runs: number): number => Math.floor(runs / 2) + 1

/** Limit of runs that are candidates for the medoid; a higher limit costs time without changing the result. */
const MAX_COMPARED = 12

/** The medoid, and the other runs by falling similarity to it. */
function medoidOf<T>(runs: readonly (readonly Unit<T>[])[]): { medoid: number; near: readonly number[] } {
  const compared = runs.slice(0, MAX_COMPARED)
  const table = compared.map(() => runs.map(() => 0))
  compared.forEach((run, a) => {
    for (let b = a + 1; b < runs.length; b++) {
      table[a]![b] = similarity(run, runs[b]!)
      if (b < compared.length) table[b]![a] = table[a]![b]!
    }
  })
  const sums = table.map((row) => row.reduce((sum, likeness) => sum + likeness, 0))
  const medoid = Math.max(0, sums.indexOf(Math.max(...sums)))
  const near = runs.map((_, rank) => rank).filter((rank) => rank !== medoid)
  return { medoid, near: near.sort((a, b) => table[medoid]![b]! - table[medoid]![a]! || a - b) }
}

/** A column of the alignment under construction: the step of each run, by rank. */
interface OpenColumn<T> {
  readonly at: Map<number, Unit<T>>
}

/** Limit of members of a column that a step is compared with. */
const MAX_MEMBERS = 3

/** Aligns one more run with the columns, in place; a step that fits none becomes a new column at its place. */
function place<T>(run: readonly Unit<T>[], rank: number, columns: OpenColumn<T>[]): void {
  const members = columns.map(({ at }) => [...at.values()].slice(0, MAX_MEMBERS))
  const fit = (i: number, j: number) => members[i]!.reduce((best, unit) => Math.max(best, closeness(unit, run[j]!)), 0)
  const pairs = heaviestPairs(columns.length, run.length, fit, [Int32Array.from(columns, headOf), headsOf(run)])
  const merged: OpenColumn<T>[] = []
  let column = 0
  let step = 0
  const upTo = (i: number, j: number) => {
    while (column < i) merged.push(columns[column++]!)
    while (step < j) merged.push({ at: new Map([[rank, run[step++]!]]) })
  }
  for (const [i, j] of pairs) {
    upTo(i, j)
    columns[column]!.at.set(rank, run[step]!)
    merged.push(columns[column]!)
    column++
    step++
  }
  upTo(columns.length, run.length)
  columns.splice(0, columns.length, ...merged)
}

/** Joins columns with the same step of disjoint runs (done in another order), at the place of the larger one. */
function joinAcross<T>(columns: OpenColumn<T>[], runs: number): void {
  const open = new Map<number, OpenColumn<T>[]>()
  for (const column of columns) {
    if (column.at.size === runs) continue
    for (const part of new Set([...column.at.values()].flatMap((unit) => unit.parts))) {
      const others = open.get(part) ?? []
      const other = others.find(({ at }) => at.size > 0 && [...at.keys()].every((rank) => !column.at.has(rank)))
      if (other === undefined) open.set(part, [...others, column])
      else {
        const [to, from] = other.at.size >= column.at.size ? [other, column] : [column, other]
        for (const [rank, unit] of from.at) to.at.set(rank, unit)
        from.at.clear()
        if (from === other) open.set(part, [...others.filter((item) => item !== other), column])
      }
      if (column.at.size === 0) break
    }
  }
  columns.splice(0, columns.length, ...columns.filter(({ at }) => at.size > 0))
}

/** Gives a step that every run has a column of its own if the alignment lost it. */
function rescue<T>(columns: OpenColumn<T>[], runs: readonly (readonly Unit<T>[])[], needed: number): void {
  const kept = new Set<number>()
  for (const { at } of columns)
    if (at.size >= needed) for (const { parts } of at.values()) for (const part of parts) kept.add(part)
  const sets = runs.slice(1).map((run) => new Set(run.flatMap((unit) => unit.parts)))
  for (const part of (runs[0] ?? []).flatMap((unit) => unit.parts)) {
    if (kept.has(part) || !sets.every((set) => set.has(part))) continue
    const own: OpenColumn<T> = { at: new Map() }
    let first = -1
    columns.forEach(({ at }, place) => {
      for (const [rank, unit] of at) {
        if (!unit.parts.includes(part) || own.at.has(rank)) continue
        own.at.set(rank, unit)
        at.delete(rank)
        if (first < 0) first = place
      }
    })
    columns.splice(first, 0, own)
    for (const unit of own.at.values()) for (const other of unit.parts) kept.add(other)
  }
  columns.splice(0, columns.length, ...columns.filter(({ at }) => at.size > 0))
}

/**
 * Moves steps of columns with too few runs to the largest column of the same head, for runs that have no step there.
 * Otherwise a step that every run has would seem to be one of few.
 */
function gather<T>(columns: OpenColumn<T>[], needed: number): void {
  const largest = new Map<number, OpenColumn<T>>()
  for (const column of columns) {
    const head = headOf(column)
    if (column.at.size > (largest.get(head)?.at.size ?? 0)) largest.set(head, column)
  }
  for (const column of columns) {
    const home = largest.get(headOf(column))!
    if (column === home || column.at.size >= needed) continue
    for (const [rank, unit] of column.at) {
      if (home.at.has(rank)) continue
      home.at.set(rank, unit)
      column.at.delete(rank)
    }
  }
  columns.splice(0, columns.length, ...columns.filter(({ at }) => at.size > 0))
}

const headOf = <T>({ at }: OpenColumn<T>): number => at.values().next().value!.head

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
interface Unit<T> {
  readonly item: T
  readonly head: number
  readonly exact: number
  readonly parts: readonly number[]
  readonly features: readonly number[]
}

/** Interns the texts of all runs in one table. */
function unitsOf<T extends Alignable>(runs: readonly (readonly T[])[]): readonly (readonly Unit<T>[])[] {
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
const textOf = (item: Alignable): string => `${item.head}\t${item.features.join('\t')}`

/** How well two steps with one head fit: .5 plus half of the share of common features, 1 for equal steps. */
function closeness<T>(a: Unit<T>, b: Unit<T>): number {
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
function similarity<T>(a: readonly Unit<T>[], b: readonly Unit<T>[]): number {
  if (a.length + b.length === 0) return 1
  const weigh = (i: number, j: number) => closeness(a[i]!, b[j]!)
  const pairs = heaviestPairs(a.length, b.length, weigh, [headsOf(a), headsOf(b)])
  return (2 * pairs.reduce((sum, [i, j]) => sum + weigh(i, j), 0)) / (a.length + b.length)
}

const headsOf = <T>(run: readonly Unit<T>[]): Int32Array => Int32Array.from(run, ({ head }) => head)
