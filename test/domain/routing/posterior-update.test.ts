import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/bandit.ts'
import { expectation, posterior } from '../../../src/domain/belief.ts'
import { choose } from '../../../src/domain/routing/choice.ts'
import { updateWithoutSkill, updateWithSkill } from '../../../src/domain/routing/decision-update.ts'
import {
  type Arm,
  type Fit,
  GRID,
  NEW_WORLD,
  newArm,
  noneRate,
  type World,
  withPopulation,
  wrongRate,
} from '../../../src/domain/routing/learned-rates.ts'

const HALF_LIFE = 30_000

interface Known {
  readonly world: World
  readonly arm?: Arm
  readonly fit?: Fit
}

const teach = (known: Known, outcome: 'success' | 'failure', now: number, prior = 0.9): Known =>
  updateWithSkill(known.world, known, { outcome, prior, now, halfLife: HALF_LIFE })

const meanOf = ({ world, arm }: Known) => expectation(posterior(world.population, arm!.likelihood), GRID)

describe('learn', () => {
  it('moves the arm up with success and down with failure', () => {
    const start = { world: NEW_WORLD, arm: newArm(0) }
    expect(meanOf(teach(start, 'success', 1))).toBeGreaterThan(meanOf(start))
    expect(meanOf(teach(start, 'failure', 1))).toBeLessThan(meanOf(start))
  })

  it('gives little credit to a skill that hardly fitted', () => {
    const start = { world: NEW_WORLD, arm: newArm(0) }
    const drop = (prior: number) => meanOf(start) - meanOf(teach(start, 'failure', 1, prior))
    expect(drop(0.05)).toBeLessThan(drop(0.95) / 5)
  })

  it('learns the rate of unfitting skills from the outcomes that are put down to not fitting', () => {
    let world = NEW_WORLD
    for (let n = 0; n < 300; n++) world = teach({ world }, n % 10 === 0 ? 'success' : 'failure', n, 0.02).world
    expect(wrongRate(world).mean).toBeCloseTo(0.13, 1)
    expect(wrongRate(world).mean).toBeLessThan(0.2)
  })

  it('believes a change of sides after a dozen outcomes, however long the history', () => {
    let known: Known = { world: NEW_WORLD }
    for (let n = 0; n < 2000; n++) known = teach(known, n % 5 === 0 ? 'failure' : 'success', n * 3)
    expect(meanOf(known)).toBeGreaterThan(0.75)
    for (let n = 0; n < 20; n++) known = teach(known, n % 5 === 0 ? 'success' : 'failure', 6000 + n * 3)
    expect(meanOf(known)).toBeLessThan(0.5)
  })

  it('forgets what was long ago', () => {
    let known: Known = { world: NEW_WORLD }
    for (let n = 0; n < 8; n++) known = teach(known, 'failure', n)
    const seen = (now: number) =>
      choose(known.world, [{ name: 'a', relevance: 0.9, arm: known.arm }], {
        now,
        halfLife: HALF_LIFE,
        holdout: 0,
        random: seededRandom(1),
      }).weighed[0]!.quality
    expect(seen(8)).toBeLessThan(0.3)
    expect(seen(HALF_LIFE * 10)).toBeGreaterThan(0.5)
  })

  it('tells a wrong skill from a bad one: failing on one kind of task spares it on the others', () => {
    const good: World = {
      ...NEW_WORLD,
      population: posterior(
        GRID.map(() => 1),
        GRID.map((rate) => rate ** 12),
      ),
    }
    let known: Known = { world: good }
    for (let n = 0; n < 20; n++)
      known = teach({ world: known.world, ...(known.arm && { arm: known.arm }) }, 'success', n)
    const elsewhere = { ...known }
    let here: Known = { world: known.world, ...(known.arm && { arm: known.arm }) }
    for (let n = 0; n < 10; n++) here = teach(here, 'failure', 20 + n, 0.6)
    expect(meanOf(elsewhere) - meanOf(here)).toBeLessThan(0.12)
    const fitOf = (fit: Fit | undefined) =>
      choose(here.world, [{ name: 'a', relevance: 0.6, arm: here.arm, fit }], {
        now: 40,
        halfLife: HALF_LIFE,
        holdout: 0,
        random: seededRandom(1),
      }).weighed[0]!.fit
    expect(fitOf(here.fit)).toBeLessThan(0.15)
    expect(fitOf(undefined)).toBeCloseTo(0.6, 2)
  })

  it('stays finite over thousands of equal outcomes in one moment', () => {
    for (const outcome of ['success', 'failure'] as const) {
      let known: Known = { world: NEW_WORLD }
      for (let n = 0; n < 3000; n++) known = teach(known, outcome, 0, 0.999)
      expect(meanOf(known)).toBeGreaterThan(0)
      expect([...known.arm!.likelihood, ...known.fit!.likelihood, known.fit!.wrong].every(Number.isFinite)).toBe(true)
    }
  })

  it('leaves the rows it was given as they were', () => {
    const before = teach({ world: NEW_WORLD }, 'success', 1)
    const copy = structuredClone(before)
    teach(before, 'failure', 2)
    expect(before).toEqual(copy)
  })
})

describe('seeds', () => {
  it('lift a skill above an unseen one, until failures outweigh them', () => {
    const seeded = { world: NEW_WORLD, arm: newArm(0, { successes: 4, failures: 0 }) }
    expect(meanOf(seeded)).toBeGreaterThan(meanOf({ world: NEW_WORLD, arm: newArm(0) }))
    let known: Known = seeded
    for (let n = 0; n < 8; n++) known = teach(known, 'failure', n)
    const [first] = choose(known.world, [{ name: 'a', relevance: 0.9, arm: known.arm, fit: known.fit }], {
      now: 8,
      halfLife: HALF_LIFE,
      holdout: 0,
      random: seededRandom(1),
    }).weighed
    expect(first!.mean).toBeLessThan(0.5)
  })
})

describe('learnWithout', () => {
  it('learns the rate without a skill, and the control arm of the one that came first', () => {
    let world = NEW_WORLD
    let first: Arm | undefined
    for (let n = 0; n < 100; n++)
      ({ world, first } = updateWithoutSkill(world, first, {
        outcome: n % 4 === 0 ? 'success' : 'failure',
        now: n,
        halfLife: HALF_LIFE,
      }))
    expect(noneRate(world).mean).toBeCloseTo(0.26, 1)
    expect(first!.none.successes + first!.none.failures).toBeCloseTo(100, 0)
    expect(first!.outcomes).toBe(0)
  })
})

describe('withPopulation', () => {
  it('learns what skills are like, so that an unseen one is believed to be one of them', () => {
    const arms = Array.from({ length: 60 }, (_, i) => {
      let known: Known = { world: NEW_WORLD }
      for (let n = 0; n < 20; n++)
        known = teach(known, (n * 7 + i) % 10 < (i % 5 === 0 ? 3 : 8) ? 'success' : 'failure', n)
      return known.arm!
    })
    let world = NEW_WORLD
    for (let n = 0; n < 10; n++) world = withPopulation(world, arms)
    const share = (from: number, to: number) =>
      world.population.reduce((sum, p, i) => sum + (GRID[i]! >= from && GRID[i]! <= to ? p : 0), 0)
    expect(world.population.reduce((a, b) => a + b)).toBeCloseTo(1, 9)
    expect(share(0.7, 0.9)).toBeGreaterThan(0.6)
    expect(share(0.2, 0.4)).toBeGreaterThan(0.1)
    expect(share(0.5, 0.6)).toBeLessThan(0.1)
  })

  it('takes no seed for evidence of what skills are like', () => {
    expect(withPopulation(NEW_WORLD, [newArm(0, { successes: 5, failures: 0 })]).population).toEqual(
      withPopulation(NEW_WORLD, []).population,
    )
  })
})
