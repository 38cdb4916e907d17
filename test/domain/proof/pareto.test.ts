import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/bandit.ts'
import { drawFrom, paretoFront } from '../../../src/domain/proof/pareto.ts'

const SCORES = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 })).chain(([candidates, tasks]) => {
  const score = fc.constantFrom(0, 0.25, 0.5, 1)
  return fc.array(fc.array(score, { minLength: tasks, maxLength: tasks }), {
    minLength: candidates,
    maxLength: candidates,
  })
})

describe('the front of candidates', () => {
  it('has those that are best somewhere, each with the number of its tasks', () => {
    const scores = [
      [0, 0, 1],
      [1, 0, 0],
      [0.5, 0.5, 0.5],
      [0.5, 0.4, 0.5],
    ]
    expect(paretoFront(scores)).toEqual([
      { candidate: 0, best: 1 },
      { candidate: 1, best: 1 },
      { candidate: 2, best: 1 },
    ])
    // Of equals the first, and none that another one beats.
    expect(
      paretoFront([
        [1, 0],
        [1, 0],
        [1, 1],
      ]),
    ).toEqual([{ candidate: 2, best: 2 }])
  })

  it('is beaten by no candidate', () => {
    fc.assert(
      fc.property(SCORES, (scores) => {
        const front = paretoFront(scores)
        expect(front.length).toBeGreaterThan(0)
        for (const { candidate, best } of front) {
          expect(best).toBeGreaterThan(0)
          const own = scores[candidate]!
          const beaten = scores.some(
            (row) => row.every((score, i) => score >= own[i]!) && row.some((score, i) => score > own[i]!),
          )
          expect(beaten).toBe(false)
        }
      }),
    )
  })

  it('is drawn from by the number of tasks', () => {
    const random = seededRandom(5)
    const front = paretoFront([
      [1, 1, 1, 0],
      [0, 0, 0, 1],
    ])
    const drawn = Array.from({ length: 2_000 }, () => drawFrom(front, random))
    const share = drawn.filter((one) => one === 0).length / drawn.length
    expect(share).toBeGreaterThan(0.7)
    expect(share).toBeLessThan(0.8)
  })
})
