import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featuresOf } from '../../../src/domain/grouping/features.ts'
import { isSimilar, similarity } from '../../../src/domain/grouping/similarity.ts'
import { THRESHOLDS } from '../../../src/domain/grouping/thresholds.ts'
import { REQUESTS } from './requests.ts'

const alike = (a: string, b: string) => similarity(featuresOf(a), featuresOf(b))

describe('similarity', () => {
  it('is symmetric, at most 1, and 1 for the same words in other case and punctuation', () => {
    const text = fc.oneof(fc.constantFrom(...REQUESTS.map((row) => row.text)), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(alike(a, b)).toBe(alike(b, a))
        expect(alike(a, b)).toBeLessThanOrEqual(1 + 1e-9)
      }),
      { seed: 4, numRuns: 100 },
    )
    expect(alike('Fix the lint errors!', 'fix the LINT errors')).toBeCloseTo(1, 9)
    expect(alike('修复构建错误', '修复构建错误。')).toBeCloseTo(1, 9)
  })

  it('reaches exactly what it is, and no more', () => {
    const text = fc.oneof(fc.constantFrom(...REQUESTS.map((row) => row.text)), fc.lorem({ maxCount: 60 }))
    fc.assert(
      fc.property(text, text, fc.double({ min: -1, max: 1, noNaN: true }), (one, other, least) => {
        const [a, b] = [featuresOf(one), featuresOf(other)]
        const likeness = similarity(a, b)
        expect(isSimilar(a, b, least)).toBe(likeness >= least)
        expect([isSimilar(a, b, likeness), isSimilar(a, b, likeness + 1e-6)]).toEqual([true, false])
      }),
      { seed: 4, numRuns: 500 },
    )
  })

  it.each([
    ['turn on the kitchen lights', 'turn off the kitchen lights'],
    ['turn the volume up', 'turn the volume down'],
    ['add milk to the shopping list', 'remove milk from the shopping list'],
    ['enable the cache for builds', 'disable the cache for builds'],
    ['increase the timeout of the worker', 'reduce the timeout of the worker'],
  ])('never takes opposites for one task: %s / %s', (a, b) => {
    expect(alike(a, b)).toBeLessThan(THRESHOLDS.mutual)
  })

  it('takes a number for that of one case', () => {
    expect(alike('start working on task 008', 'start working on task 15')).toBeCloseTo(1, 9)
  })

  it('does not read a preposition as a switch', () => {
    expect(alike('fix the tests on main', 'fix up the tests on main')).toBeGreaterThan(THRESHOLDS.join)
  })

  it.each([
    ['what is on my shopping list', 'add milk to my shopping list'],
    ['explain how the login tests work', 'add login tests for expired tokens'],
  ])('sets asking apart from doing: %s / %s', (a, b) => {
    expect(alike(a, b)).toBeLessThan(THRESHOLDS.birth)
  })

  it.each([
    ['fix lint errors', 'can you fix the lint errors please'],
    ['can you address the PR comments', 'address the PR comments'],
    ['为登录模块编写单元测试', '请为登录模块编写单元测试'],
    ['corrige los tests de integración', 'por favor corrige los tests de integración'],
  ])('takes other words for the same task: %s / %s', (a, b) => {
    expect(alike(a, b)).toBeGreaterThan(THRESHOLDS.birth)
  })
})
