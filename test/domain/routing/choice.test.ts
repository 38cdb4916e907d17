import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/bandit.ts'
import { type Contender, choose } from '../../../src/domain/routing/choice.ts'
import { updateWithoutSkill, updateWithSkill } from '../../../src/domain/routing/decision-update.ts'
import {
  type Arm,
  type Fit,
  NEW_WORLD,
  newArm,
  type World,
  withPopulation,
} from '../../../src/domain/routing/learned-rates.ts'
import { times } from '../../long.ts'

const CHOICES = times(10_000, 40_000)

const HALF_LIFE = 30_000
const options = (seed: number, holdout = 0) => ({ now: 1000, halfLife: HALF_LIFE, holdout, random: seededRandom(seed) })

/** A world, arm and fit after so many outcomes of one skill on one kind of task. */
function taught(successes: number, failures: number, world: World = NEW_WORLD) {
  let known: { world: World; arm?: Arm; fit?: Fit } = { world }
  for (let n = 0; n < successes + failures; n++) {
    const outcome = n < successes ? 'success' : 'failure'
    known = updateWithSkill(known.world, known, { outcome, prior: 0.9, now: n, halfLife: HALF_LIFE })
  }
  return known
}

/** A world in which half of the runs without a skill succeed. */
const evenWorld = () => EVEN

function world(): World {
  let world = NEW_WORLD
  for (let n = 0; n < 200; n++)
    world = updateWithoutSkill(world, undefined, {
      outcome: n % 2 ? 'success' : 'failure',
      now: 0,
      halfLife: HALF_LIFE,
    }).world
  return world
}

const EVEN = world()

const contender = fc.record({
  relevance: fc.double({ min: 0, max: 1, noNaN: true }),
  successes: fc.nat(12),
  failures: fc.nat(12),
  met: fc.boolean(),
})
const library = fc.array(contender, { maxLength: 8 }).map((list) =>
  list.map(({ relevance, successes, failures, met }, i): Contender => {
    const { arm, fit } = taught(successes, failures)
    return { name: `skill-${i}`, relevance, ...(arm === undefined ? {} : { arm }), ...(met ? { fit } : {}) }
  }),
)

describe('choose', () => {
  it('gives propensities that sum to 1 with that of none, whatever is known', () => {
    fc.assert(
      fc.property(library, fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), (contenders, seed, holdout) => {
        const { weighed, pick, propensity } = choose(evenWorld(), contenders, options(seed, holdout))
        const offered = weighed.reduce((sum, one) => sum + one.propensity, 0)
        for (const one of weighed) expect(one.propensity).toBeGreaterThanOrEqual(0)
        if (pick === null) expect(offered + propensity).toBeCloseTo(1, 9)
        else expect(propensity).toBe(weighed.find(({ name }) => name === pick)?.propensity)
        expect(offered).toBeLessThanOrEqual(1 + 1e-9)
      }),
      { numRuns: 200, seed: 21 },
    )
  })

  it('does not depend on the order of the contenders', () => {
    fc.assert(
      fc.property(library, fc.integer(), (contenders, seed) => {
        const turned = choose(evenWorld(), [...contenders].reverse(), options(seed))
        expect(choose(evenWorld(), contenders, options(seed))).toEqual(turned)
      }),
      { numRuns: 60, seed: 22 },
    )
  })

  it('chooses as often as its propensities say, in simulated choices', () => {
    const world = evenWorld()
    const contenders = [
      { name: 'a', relevance: 0.55, ...armOf(taught(3, 3, world)) },
      { name: 'b', relevance: 0.5, ...armOf(taught(4, 2, world)) },
      { name: 'c', relevance: 0.5 },
    ]
    const random = seededRandom(8)
    const seen = new Map<string, number>()
    let said = new Map<string, number>()
    for (let n = 0; n < CHOICES; n++) {
      const choice = choose(world, contenders, { now: 1000, halfLife: HALF_LIFE, holdout: 0.05, random })
      seen.set(choice.pick ?? '', (seen.get(choice.pick ?? '') ?? 0) + 1)
      said = new Map(choice.weighed.map(({ name, propensity }) => [name, propensity]))
    }
    said.set('', 1 - [...said.values()].reduce((a, b) => a + b))
    for (const [name, p] of said)
      expect(Math.abs((seen.get(name) ?? 0) / CHOICES - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / CHOICES) + 1e-9)
    expect([...said.values()].filter((p) => p > 0.02).length).toBeGreaterThanOrEqual(3)
  })

  it('offers nothing when there is no contender, with certainty', () => {
    expect(choose(NEW_WORLD, [], options(1))).toMatchObject({ pick: null, reason: 'no_skill', propensity: 1 })
  })

  it('offers a relevant new skill, and none that hardly fits', () => {
    const offered = (relevance: number) => choose(evenWorld(), [{ name: 'new', relevance }], options(3)).weighed[0]!
    expect(offered(0.95).propensity).toBeGreaterThan(0.7)
    expect(offered(0.05).propensity).toBeLessThan(0.3)
  })

  it('tries a new skill also where nine runs in ten succeed without', () => {
    let world = NEW_WORLD
    for (let n = 0; n < 300; n++)
      world = updateWithoutSkill(world, undefined, {
        outcome: n % 10 ? 'success' : 'failure',
        now: 0,
        halfLife: HALF_LIFE,
      }).world
    const { weighed } = choose(withPopulation(world, []), [{ name: 'new', relevance: 0.9 }], options(3))
    expect(weighed[0]!.propensity).toBeGreaterThan(0.3)
  })

  it('prefers what worked, avoids what failed, and never ranks a measured-bad skill above an unseen one', () => {
    const world = evenWorld()
    const means = choose(
      world,
      [
        { name: 'bad', relevance: 0.9, ...armOf(taught(1, 10, world)) },
        { name: 'good', relevance: 0.9, ...armOf(taught(10, 2, world)) },
        { name: 'unseen', relevance: 0.9 },
      ],
      options(4),
    ).weighed
    const mean = (name: string) => means.find((one) => one.name === name)!.mean
    expect(mean('good')).toBeGreaterThan(mean('unseen'))
    expect(mean('unseen')).toBeGreaterThan(mean('bad'))
  })

  it('holds out the share asked for, and says so', () => {
    const random = seededRandom(5)
    const contenders = [{ name: 'a', relevance: 0.99, ...armOf(taught(20, 1)) }]
    const reasons = Array.from(
      { length: 4000 },
      () => choose(evenWorld(), contenders, { now: 1000, halfLife: HALF_LIFE, holdout: 0.1, random }).reason,
    )
    expect(reasons.filter((reason) => reason === 'held_out').length / 4000).toBeCloseTo(0.1, 1)
    expect(reasons).not.toContain('no_skill')
  })

  it('aims the holdout at the skill whose control arm is short', () => {
    const world = { ...evenWorld(), need: 0.5 }
    let arm = newArm(0)
    for (let n = 0; n < 40; n++)
      arm = updateWithoutSkill(world, arm, {
        outcome: n % 2 ? 'success' : 'failure',
        now: 0,
        halfLife: HALF_LIFE,
      }).first
    const share = (arm?: Arm) => choose(world, [{ name: 'a', relevance: 0.9, arm }], options(6, 0.05)).holdout
    expect(share(arm)).toBeLessThan(0.03)
    expect(share()).toBeGreaterThan(0.05)
    expect(choose(world, [{ name: 'a', relevance: 0.9, arm }], options(6, 0)).holdout).toBe(0)
  })

  it('makes the first offer of a skill, unless all are held out', () => {
    const first = [{ name: 'a', relevance: 0.99, isNew: true }]
    expect(choose(evenWorld(), first, options(7, 0.9))).toMatchObject({ pick: 'a', holdout: 0, propensity: 1 })
    expect(choose(evenWorld(), first, options(7, 1))).toMatchObject({ pick: null, holdout: 1, reason: 'held_out' })
  })

  it('holds out every offer when all are to be held out', () => {
    const world = { ...evenWorld(), need: 1 }
    expect(choose(world, [{ name: 'a', relevance: 0.99 }], options(7, 1)).pick).toBeNull()
  })
})

const armOf = ({ arm, fit }: { arm?: Arm; fit?: Fit }) => ({ arm, fit })
