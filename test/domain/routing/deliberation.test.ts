import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/bandit.ts'
import { HALF_LIFE } from '../../../src/domain/routing/decay.ts'
import { updateWithoutSkill } from '../../../src/domain/routing/decision-update.ts'
import { deliberate, force, type Knowledge, type RoutingRule } from '../../../src/domain/routing/deliberation.ts'
import { NEW_WORLD, withPopulation } from '../../../src/domain/routing/learned-rates.ts'
import { NEW_MIX } from '../../../src/domain/routing/mix.ts'

const NOTHING: Knowledge = {
  world: NEW_WORLD,
  mix: NEW_MIX,
  decisions: 0,
  arms: new Map(),
  fits: new Map(),
  counts: new Map(),
}
const RULE: RoutingRule = { precision: 0.9, holdout: 0, halfLife: HALF_LIFE }
const using = (seed = 1, rule: Partial<RoutingRule> = {}) => ({
  rule: { ...RULE, ...rule },
  seeds: new Map([['draft', { successes: 2, failures: 0 }]]),
  random: seededRandom(seed),
})

/** Where so many of a hundred runs succeeded without a skill. */
function where(successes: number): Knowledge {
  let { world } = NOTHING
  for (let n = 0; n < 100; n++)
    world = updateWithoutSkill(world, undefined, {
      outcome: n < successes ? 'success' : 'failure',
      now: 0,
      halfLife: HALF_LIFE,
    }).world
  return { ...NOTHING, world: withPopulation(world, []) }
}

describe('deliberate', () => {
  it.each([
    ['at the start', NOTHING],
    ['where half of the runs succeed without', where(50)],
    ['where nine in ten do', where(90)],
  ])('offers a likely skill that nothing speaks against with certainty, %s', (_, knowledge) => {
    for (const skill of ['draft', 'written'])
      expect(deliberate(knowledge, [{ skill, relevance: 0.9 }], using())).toMatchObject({
        reason: 'picked',
        pick: skill,
        propensity: 1,
      })
  })

  it('weighs the ten likeliest above the threshold, and gives the rest with their success rates', () => {
    const found = Array.from({ length: 14 }, (_, n) => ({ skill: `s${n}`, relevance: 0.95 - n * 0.02 }))
    const { weighed, rest } = deliberate(NOTHING, [...found, { skill: 'far', relevance: 0.1 }], using())
    expect(weighed.map(({ skill }) => skill)).toEqual(found.slice(0, 10).map(({ skill }) => skill))
    expect(rest.map(({ skill }) => skill)).toEqual(['s10', 's11', 's12', 's13', 'far'])
    for (const { mean } of rest) expect(mean).toBeCloseTo(0.6, 2)
  })

  it('offers nothing below the threshold, surely; without a precision there is none', () => {
    const found = [{ skill: 'a', relevance: 0.2 }]
    const none = deliberate(NOTHING, found, using())
    expect(none).toMatchObject({ reason: 'below_threshold', pick: null, propensity: 1, weighed: [] })
    expect(deliberate(NOTHING, found, using(1, { precision: 0 })).weighed).toHaveLength(1)
    expect(deliberate(NOTHING, [], using())).toMatchObject({ reason: 'below_threshold', rest: [] })
  })

  it('logs propensities that sum to 1 with that of none, whatever was found', () => {
    const found = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
    fc.assert(
      fc.property(found, fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), (relevances, seed, holdout) => {
        const hits = relevances.sort((a, b) => b - a).map((relevance, n) => ({ skill: `s${n}`, relevance }))
        const { weighed, pick, propensity } = deliberate(NOTHING, hits, using(seed, { holdout }))
        const offered = weighed.reduce((sum, one) => sum + one.propensity, 0)
        if (pick === null) expect(Math.abs(offered + propensity - 1)).toBeLessThan(1e-6)
        else expect(propensity).toBe(weighed.find(({ skill }) => skill === pick)?.propensity)
      }),
      { numRuns: 200, seed: 51 },
    )
  })
})

describe('force', () => {
  it('is sure, is never held out, and is learned from as a skill that all but certainly fits', () => {
    const { reason, propensity, weighed, choice } = force(NOTHING, 'draft', using(1, { holdout: 1 }))
    expect({ reason, propensity, holdout: choice.holdout }).toEqual({ reason: 'forced', propensity: 1, holdout: 0 })
    expect(weighed).toMatchObject([{ skill: 'draft', prior: 0.999, propensity: 1, seeds: { successes: 2 } }])
  })
})
