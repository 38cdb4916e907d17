import { commonSubsequence } from './lcs.ts'
import { type Alignable, closeness, side, similarity, textOf, type Unit, unitsOf } from './units.ts'

export type { Alignable } from './units.ts'

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
  const pairs = commonSubsequence(side(members.map((units) => units[0]!)), side(run), (i, j) =>
    members[i]!.reduce((best, unit) => Math.max(best, closeness(unit, run[j]!)), 0),
  )
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
