import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { qualityOf } from '../../../src/domain/routing/choice.ts'
import { HALF_LIFE } from '../../../src/domain/routing/decay.ts'
import { updateWithSkill } from '../../../src/domain/routing/decision-update.ts'
import { type Arm, NEW_WORLD, newArm, type World } from '../../../src/domain/routing/learned-rates.ts'
import { headStartOf, NO_SEEDS, seedsOf, withoutSeeds, withSeeds } from '../../../src/domain/routing/seeds.ts'

const counts = (successes: number, failures: number) => ({ successes, failures })

describe('headStartOf', () => {
  const [perfect, good, even, poor, awful] = [counts(9, 0), counts(3, 1), counts(4, 4), counts(1, 3), counts(0, 30)]

  it('is by rank among all for proven skills, and none for what has no record or a poor one', () => {
    const start = headStartOf(8, [awful, poor, even, good, perfect, counts(0, 0)])
    expect([perfect, good, even, poor, awful, counts(0, 0), undefined].map(start)).toEqual([3, 3, 2, 0, 0, 0, 0])
    expect([perfect, good, even].map(headStartOf(4, [even, good, perfect]))).toEqual([3, 2, 1])
  })

  it('is none while no skill has recorded use', () => {
    expect(headStartOf(4, [])(undefined)).toBe(0)
    expect(headStartOf(0, [])(perfect)).toBe(0)
  })

  it('is the same for equal records: folder order is no evidence', () =>
    expect(headStartOf(4, [good, good, good])(good)).toBe(3))
})

describe('seedsOf', () => {
  it('takes the first source there is, and a guess for half of what a measurement weighs', () => {
    expect(seedsOf({ bench: 3, draft: 4, headStart: 3, counts: NO_SEEDS })).toEqual(counts(3, 0))
    expect(seedsOf({ draft: 4, headStart: 3, counts: NO_SEEDS })).toEqual(counts(2, 0))
    expect(seedsOf({ headStart: 3, counts: counts(4, 1) })).toEqual(counts(1.5, 0))
    expect(seedsOf({ counts: NO_SEEDS })).toEqual(NO_SEEDS)
  })

  it('counts the failures of a measured score below one half', () =>
    expect(seedsOf({ bench: 1, counts: NO_SEEDS })).toEqual(counts(1, 4)))

  it('weighs a score by the tasks that it was measured on, and never more than one that tells none', () => {
    const seeds = (bench: number, benchTasks?: number) => seedsOf({ bench, benchTasks, draft: 4, counts: NO_SEEDS })
    expect(seeds(4, 6).successes).toBeCloseTo(2.4)
    expect(seeds(1, 6)).toEqual({ successes: expect.closeTo(0.6), failures: expect.closeTo(2.4) })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 500 }), (bench, tasks) => {
        const [few, more, untold] = [seeds(bench, tasks), seeds(bench, tasks + 1), seeds(bench)]
        expect(few.successes).toBeLessThan(more.successes)
        expect(more.successes).toBeLessThan(untold.successes)
        expect(few.failures).toBeLessThanOrEqual(more.failures)
        expect(few.successes > few.failures).toBe(untold.successes > untold.failures)
      }),
    )
  })

  it('drops a guess once the skill failed more often than not', () =>
    expect(seedsOf({ draft: 4, counts: counts(1, 2) })).toEqual(NO_SEEDS))
})

describe('an arm with seeds', () => {
  const mean = (arm: Arm | undefined) => qualityOf(NEW_WORLD, arm, { now: 0, halfLife: HALF_LIFE })

  it('is kept without them, and is the same again when they are put on', () => {
    const start = newArm(0, counts(3, 2))
    const seeds = counts(2, 0)
    const again = withSeeds(withoutSeeds(withSeeds(start, seeds, 0)!, seeds), seeds, 0)
    expect(mean(again)).toBeCloseTo(mean(withSeeds(start, seeds, 0)), 12)
    expect(withSeeds(undefined, NO_SEEDS, 0)).toBeUndefined()
  })

  it('never ranks a measured-bad skill above an unseen one, whatever it began with', () => {
    const some = fc.record({ bench: fc.option(fc.nat(2)), draft: fc.option(fc.nat(5)), headStart: fc.nat(3) })
    fc.assert(
      fc.property(
        fc.nat(6),
        fc.integer({ min: 1, max: 6 }),
        some,
        fc.double({ min: 0.2, max: 0.999 }),
        (s, more, from, prior) => {
          const seeds = seedsOf({
            bench: from.bench ?? undefined,
            draft: from.draft ?? undefined,
            headStart: from.headStart,
            counts: counts(s, s + more),
          })
          let known: { world: World; arm?: Arm } = { world: NEW_WORLD }
          for (let n = 0; n < 2 * s + more; n++)
            known = updateWithSkill(known.world, known, {
              outcome: n < s ? 'success' : 'failure',
              prior,
              now: 0,
              halfLife: HALF_LIFE,
            })
          expect(mean(withSeeds(known.arm, seeds, 0))).toBeLessThanOrEqual(mean(undefined) + 1e-9)
        },
      ),
      { numRuns: 200, seed: 31 },
    )
  })
})
