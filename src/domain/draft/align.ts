import { gather, joinAcross, type OpenColumn, place, rescue } from './columns.ts'
import { type Alignable, similarity, textOf, type Unit, unitsOf } from './units.ts'

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
