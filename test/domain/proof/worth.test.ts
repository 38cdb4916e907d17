import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/bandit.ts'
import type { Sample, TaskSamples } from '../../../src/domain/proof/sample.ts'
import { smallestEffect } from '../../../src/domain/proof/smallest-effect.ts'
import { judge } from '../../../src/domain/proof/worth.ts'

const sample = (score: number, more: Partial<Sample> = {}): Sample => ({
  ...{ score, timedOut: false, activated: true, toolCalls: null, tokens: 'unknown', ms: 1 },
  ...more,
})
const tasks = (scores: readonly (readonly (number | Partial<Sample>)[])[], families = scores.length): TaskSamples[] =>
  scores.map((own, i) => ({
    task: `t${String(i).padStart(3, '0')}`,
    family: `f${i % families}`,
    samples: own.map((one) => (typeof one === 'number' ? sample(one) : sample(one.score ?? 0, one))),
  }))
const all = (score: number, n: number) => tasks(Array.from({ length: n }, () => [score]))

describe('what a text is worth', () => {
  it('is shown by six families that all gain, and by no fewer', () => {
    expect(judge(all(0, 6), all(1, 6))).toMatchObject({ worth: 'gain', gain: 0.6, before: 0, after: 1 })
    expect(judge(all(0, 5), all(1, 5)).worth).toBe('too_few')
    expect(judge(all(1, 6), all(0, 6)).worth).toBe('loss')
    expect(judge(all(0.5, 6), all(0.5, 6)).worth).toBe('not_shown')
  })

  it('counts families, not their tasks', () => {
    const many = (score: number) =>
      tasks(
        Array.from({ length: 40 }, () => [score]),
        4,
      )
    expect(judge(many(0), many(1))).toMatchObject({ worth: 'too_few', families: 4, tasks: 40 })
  })

  it('takes a try that ran out of time for neither a gain nor a loss', () => {
    const late = { score: 0, timedOut: true }
    const before = tasks([...Array.from({ length: 6 }, () => [0, 1]), [1]])
    const after = tasks([...Array.from({ length: 6 }, () => [1, late]), [late]])
    expect(judge(before, after)).toMatchObject({ worth: 'gain', tasks: 6, timedOut: 1, before: 0.5, after: 1 })
  })

  it('is not shown where the text was never loaded', () => {
    const unloaded = tasks(Array.from({ length: 8 }, () => [{ score: 1, activated: false }]))
    expect(judge(all(0, 8), unloaded)).toMatchObject({ worth: 'not_loaded', loaded: 0 })
  })

  it('is not shown where the text tells to do what no run did', () => {
    const telling = (added: readonly (readonly string[])[]) => tasks(added.map((one) => [{ score: 1, added: one }]))
    const none = Array.from({ length: 7 }, () => [])
    expect(judge(all(0, 8), telling([['rm -rf build'], ...none.map(() => ['rm -rf build', 'ls'])]))).toMatchObject({
      ...{ worth: 'unseen', unseen: ['rm -rf build'] },
    })
    expect(judge(all(0, 8), telling([['rm -rf build'], ...none])).worth).toBe('gain')
  })

  it('is never a gain of a text over itself, nor of a worse text', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }), (scores) => {
        const same = tasks(scores.map((one) => [one]))
        expect(judge(same, same).worth).not.toBe('gain')
        const worse = tasks(scores.map((one) => [one * 0.9]))
        expect(judge(same, worse).worth).not.toBe('gain')
        expect(judge(same, worse).lower).toBeLessThanOrEqual(0.001)
      }),
    )
  })

  it('is accepted by chance at most once in 64 comparisons of one text with itself', () => {
    const random = seededRandom(3)
    const noise = () => tasks(Array.from({ length: 15 }, () => [random() < 0.5 ? 1 : 0, random() < 0.5 ? 1 : 0]))
    const accepted = Array.from({ length: 800 }, () => judge(noise(), noise()).worth).filter((one) => one === 'gain')
    expect(accepted.length / 800).toBeLessThan(1 / 64 + 0.01)
  })
})

describe('the smallest effect', () => {
  it('is smaller with more families and more repeats, and none below six families', () => {
    expect(smallestEffect(5, 3).gain).toBeNull()
    const gains = [6, 10, 15, 30].map((families) => smallestEffect(families, 1).gain ?? 1)
    expect(gains).toEqual(gains.toSorted((a, b) => b - a))
    expect(smallestEffect(15, 3).gain).toBeLessThan(gains[2] ?? 0)
  })

  it('is found at its size in at least four of five comparisons', () => {
    const random = seededRandom(99)
    const { gain } = smallestEffect(15, 3)
    const rate = (chance: number) =>
      tasks(Array.from({ length: 15 }, () => Array.from({ length: 3 }, () => (random() < chance ? 1 : 0))))
    const shown = Array.from({ length: 400 }, () => judge(rate(0.5 - gain! / 2), rate(0.5 + gain! / 2)).worth)
    expect(shown.filter((one) => one === 'gain').length / 400).toBeGreaterThan(0.8)
  })
})
