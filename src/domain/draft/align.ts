import { gather, joinAcross, type OpenColumn, place, rescue } from './columns.ts'
import { type Alignable, similarity, textOf, type Unit, unitsOf } from './units.ts'

export type { Alignable } from './units.ts'

/** One place in the common order: the step that each run has there, by the run's rank. */
export interface Column<T> {
  readonly members: ReadonlyMap<number, T>
}

/** Runs laid beside each other. The result is the same whatever the order in which the runs were given. */
export interface Alignment<T> {
  /** Index, in the list given, of the run of each rank. */
  readonly order: readonly number[]
  /** Rank of the run that is most like the others. */
  readonly medoid: number
  readonly columns: readonly Column<T>[]
  /** How many runs a step needs: two of three, more than half of more. */
  readonly needed: number
}

/** Lays runs beside each other from the medoid, then finds what runs share in another order. */
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

/** Runs that a step must be seen in: two of two or three, more than half of more, the one of one. */
export const majority = (runs: number): number => Math.floor(runs / 2) + 1

/** Runs compared with each other for the medoid; more cost time and change nothing. */
const MAX_COMPARED = 12

/** The run most like the others, and the others, the most like it first. */
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
