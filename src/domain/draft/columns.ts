import { commonSubsequence } from './lcs.ts'
import { closeness, side, type Unit } from './units.ts'

/** A column of the alignment under construction: the step of each run, by rank. */
export interface OpenColumn<T> {
  readonly at: Map<number, Unit<T>>
}

/** Limit of members of a column that a step is compared with. */
const MAX_MEMBERS = 3

/** Aligns one more run with the columns, in place; a step that fits none becomes a new column at its place. */
export function place<T>(run: readonly Unit<T>[], rank: number, columns: OpenColumn<T>[]): void {
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
export function joinAcross<T>(columns: OpenColumn<T>[], runs: number): void {
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
export function rescue<T>(columns: OpenColumn<T>[], runs: readonly (readonly Unit<T>[])[], needed: number): void {
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
export function gather<T>(columns: OpenColumn<T>[], needed: number): void {
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
