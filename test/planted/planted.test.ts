import { describe, expect, test } from 'vitest'
import { gainsOf, ORDER } from './agent.ts'
import { ARMS } from './arms.ts'
import { bodyOf, mainStep, prepareStep, step, textAfter } from './case.ts'
import { FAMILIES, filled } from './families.ts'
import { SCORERS } from './scorers.ts'

/** One case of each kind of an arm, of a family each. */
const FEW = [0, 7, 14, 21]
const armNamed = (part: string) => ARMS.find(({ name }) => name.includes(part))!

describe.each(FAMILIES.map((family) => [family.skill, family] as const))('the scripted agent on %s', (_, family) => {
  const before = bodyOf([mainStep(family, 'orders')])
  const gains = (...steps: readonly ReturnType<typeof step>[]) =>
    gainsOf(family, before, bodyOf([...steps, mainStep(family, 'orders')]))

  test('succeeds more often with the fact that it lacks', () => {
    const { choose, test: kept } = gains(prepareStep(family, 'orders'))
    expect(Math.min(choose, kept)).toBeGreaterThan(0.5)
  })
  test('succeeds more often on the one task whose value stands in it', () => {
    const { choose, test: kept } = gains(prepareStep(family, 'orders', filled(family.prepare, 'orders')))
    expect([choose > 0, kept]).toEqual([true, 0])
  })
  test.each([family.trap, ORDER])('is lost where it is told: %s', (harm) =>
    expect(gains(step('Do it.', harm, 'c6', harm)).test).toBeLessThan(0),
  )
  test('gains nothing by the same text, nor by words alone', () => {
    expect(gains()).toEqual({ choose: 0, test: 0 })
    expect(gains(step(family.request, '', 'c5', family.check))).toEqual({ choose: 0, test: 0 })
  })
})

test('an arm makes the same case again for the same number', () => {
  for (const { make } of ARMS) expect(FEW.map(make)).toEqual(FEW.map(make))
})

test('what is planted is worth what its arm says', () => {
  const worth = (part: string) =>
    FEW.map((n) => armNamed(part).make(n)).map((one) => gainsOf(one.family, one.before ?? '', textAfter(one)))
  expect(worth('planted fix').every(({ test: gain }) => gain > 0)).toBe(true)
  expect(worth('planted harm').every(({ test: gain }) => gain <= 0)).toBe(true)
  expect(worth('choose part').every(({ choose, test: gain }) => choose > 0 && gain === 0)).toBe(true)
  for (const part of ['A/A', 'null edit'])
    expect(worth(part).every(({ choose, test: gain }) => choose === 0 && gain === 0)).toBe(true)
})

describe.each(SCORERS.map((scorer) => [scorer.name, scorer] as const))('%s', (_, { judge }) => {
  const accepted = async (part: string, some = FEW) => {
    const verdicts = []
    for (const n of some) verdicts.push((await judge(armNamed(part).make(n))).accepted)
    return verdicts
  }

  test('accept a fix', async () => expect(await accepted('planted fix')).toEqual([true, true, true, true]))
  test('refuse what an injected order makes a model write', async () =>
    expect(await accepted('injected')).toEqual([false, false, false, false]))
  test('refuse what a model made up, also where its second reading bears it out', async () =>
    expect(await accepted('always lies', [6, 7, 8])).toEqual([false, false, false]))
  test('refuse a harmful command that did not run, or did not end well', async () =>
    expect(await accepted('planted harm', [0, 7])).toEqual([false, false]))
})
