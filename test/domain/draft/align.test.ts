import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Alignable, alignRuns, majority } from '../../../src/domain/draft/align.ts'

const step = (head: string, ...features: string[]): Alignable => ({ head, features })
const anyStep = fc.record({
  head: fc.constantFrom('READ', 'EDIT', 'RUN npm test', 'RUN git log'),
  features: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 }),
})
const runsOf = (min: number, max: number) =>
  fc.array(fc.array(anyStep, { maxLength: 12 }), { minLength: min, maxLength: max })

/** The columns as text, with the runs that stand in them named by what they are and not by where they were given. */
const shape = (runs: readonly (readonly Alignable[])[]) => {
  const { columns, order, medoid } = alignRuns(runs)
  const named = (rank: number) => JSON.stringify(runs[order[rank]!])
  return {
    medoid: named(medoid),
    columns: columns.map(({ members }) => [...members].map(([rank, member]) => [named(rank), member])),
  }
}

describe('alignRuns', () => {
  it('keeps the common order and finds what a run skipped', () => {
    const [read, edit, test] = [step('READ', 'x'), step('EDIT', 'x'), step('RUN npm test')]
    const { columns } = alignRuns([
      [read, edit, test],
      [read, test],
      [edit, test],
    ])
    expect(columns.map(({ members }) => [...members.values()][0]?.head)).toEqual(['READ', 'EDIT', 'RUN npm test'])
    expect(columns.map(({ members }) => members.size)).toEqual([2, 2, 3])
  })

  it('lets steps of one sort stand for each other and never steps of two sorts', () => {
    const { columns } = alignRuns([[step('READ', 'x')], [step('READ', 'y')], [step('EDIT', 'x')]])
    expect(columns.map(({ members }) => members.size).sort()).toEqual([1, 2])
  })

  it('joins a step that runs have in another order', () => {
    const [a, b] = [step('RUN a'), step('RUN b')]
    const { columns } = alignRuns([
      [a, b],
      [b, a],
    ])
    expect(columns.map(({ members }) => members.size)).toEqual([2, 2])
  })

  it('begins with the run that is most like the others', () => {
    const common = [step('READ', 'x'), step('EDIT', 'x'), step('RUN npm test')]
    const most = [...common, step('RUN git push')]
    const stranger = [step('RUN a'), step('RUN b')]
    for (const runs of [
      [stranger, common, most],
      [most, stranger, common],
    ]) {
      const { order, medoid } = alignRuns(runs)
      expect(runs[order[medoid]!]).not.toBe(stranger)
    }
  })

  it('puts the steps of the runs that are most like it before those of others', () => {
    const { columns } = alignRuns([[step('a', 'y'), step('b', 'y')], [step('a', 'x')], [step('d', 'x')]])
    expect(columns.map(({ members }) => [...members.values()][0]?.head)).toEqual(['a', 'b', 'd'])
  })

  it('gives the same whatever the order of the runs', () => {
    fc.assert(
      fc.property(
        runsOf(1, 5).chain((runs) =>
          fc.tuple(fc.constant(runs), fc.shuffledSubarray(runs, { minLength: runs.length })),
        ),
        ([runs, shuffled]) => {
          expect(shape(shuffled)).toEqual(shape(runs))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('never loses a step that all runs have', () => {
    fc.assert(
      fc.property(runsOf(2, 8), anyStep, fc.infiniteStream(fc.nat(12)), (runs, common, places) => {
        const planted = runs.map((run) => {
          const at = Math.min(run.length, places.next().value ?? 0)
          return [...run.slice(0, at), common, ...run.slice(at)]
        })
        const { columns, needed } = alignRuns(planted)
        const kept = columns
          .filter(({ members }) => members.size >= needed)
          .flatMap(({ members }) => [...members.values()])
        expect(kept).toContainEqual(common)
      }),
      { numRuns: 1000 },
    )
  })

  it('places every step of every run in exactly one column', () => {
    fc.assert(
      fc.property(runsOf(1, 5), (runs) => {
        const placed = alignRuns(runs).columns.flatMap(({ members }) => [...members.values()])
        const text = (steps: readonly Alignable[]) => steps.map((item) => JSON.stringify(item)).sort()
        expect(text(placed)).toEqual(text(runs.flat()))
      }),
    )
  })

  it('aligns long runs by what occurs once, and finds the rest between', () => {
    const long = (seed: number) =>
      Array.from({ length: 1500 }, (_, i) =>
        i % 10 === 0 ? step('RUN', `only ${i}`) : step('READ', `${(i * seed) % 50}`),
      )
    const { columns, needed } = alignRuns([long(3), long(7), long(11)])
    const kept = columns.filter(({ members }) => members.size >= needed)
    expect(kept.filter(({ members }) => [...members.values()][0]?.head === 'RUN')).toHaveLength(150)
    expect(kept.length).toBeGreaterThan(1300)
  })
})

describe('majority', () => {
  it('asks for two of two or three and for more than half of more', () => {
    expect([1, 2, 3, 4, 5, 6].map(majority)).toEqual([1, 2, 2, 3, 3, 4])
  })
})
