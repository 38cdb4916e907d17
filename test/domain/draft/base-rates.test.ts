import fc from 'fast-check'
import { expect, it } from 'vitest'
import { growingHabit } from '../../../src/domain/draft/base-rates.ts'

const STEPS = ['RUN make', 'RUN npm', 'EDIT a.ts']

it('counts each step and word of the turns so far, whenever it was asked before', () => {
  const turn = fc.record({
    steps: fc.subarray(STEPS),
    words: fc.subarray([1, 2, 3]),
    changes: fc.boolean(),
    isAsked: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 12 }), (turns) => {
      const { habit, add } = growingHabit()
      for (const [at, { steps, words, changes, isAsked }] of turns.entries()) {
        add({ steps: new Set(steps), words, changes })
        if (!isAsked) continue
        const known = turns.slice(0, at + 1)
        const changing = known.filter((one) => one.changes)
        expect([habit.turns, habit.changing]).toEqual([known.length, changing.length])
        for (const step of STEPS) {
          expect(habit.steps.get(step)).toBe(known.filter((one) => one.steps.includes(step)).length)
          expect(habit.changingSteps.get(step) ?? 0).toBe(changing.filter((one) => one.steps.includes(step)).length)
        }
        for (const word of [1, 2, 3])
          expect(habit.words.get(word)).toBe(known.filter((one) => one.words.includes(word)).length)
      }
    }),
  )
})
