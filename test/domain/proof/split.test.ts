import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitTasks } from '../../../src/domain/proof/split.ts'

interface Task {
  readonly id: string
  readonly family: string
}

const FAMILY = fc.constantFrom(...'abcdefghijklmno')
const TASKS: fc.Arbitrary<Task[]> = fc.array(fc.record({ id: fc.uuid(), family: FAMILY }), { maxLength: 60 })
const ids = (tasks: readonly Task[]) => tasks.map(({ id }) => id).sort()

it('a split keeps families together, loses no task, and is the same in any order', () => {
  fc.assert(
    fc.property(TASKS, fc.string(), (tasks, seed) => {
      const { train, choose, test } = splitTasks(tasks, seed)
      expect(ids([...train, ...choose, ...test])).toEqual(ids(tasks))
      const parts = [train, choose, test].map((part) => new Set(part.map(({ family }) => family)))
      expect(parts.reduce((sum, { size }) => sum + size, 0)).toBe(new Set(tasks.map(({ family }) => family)).size)
      expect(ids(splitTasks(tasks.toReversed(), seed).test)).toEqual(ids(test))
    }),
  )
})

it('half of equal families are sealed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 40 }), fc.string(), (n, seed) => {
      const { train, choose, test } = splitTasks(
        Array.from({ length: n }, (_, i) => ({ family: `f${i}` })),
        seed,
      )
      expect(test.length).toBeGreaterThanOrEqual(Math.floor(n / 2))
      expect(Math.min(train.length, choose.length)).toBeGreaterThan(0)
    }),
  )
})
