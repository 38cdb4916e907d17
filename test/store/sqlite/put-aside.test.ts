import { expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { AT, RULE, TURN } from '../conformance/records.ts'
import { options } from './database.ts'

const kept = (n: number) => ({
  id: `turn-${n}`,
  signature: `key-${n}`,
  trajectory: { ...TURN, promptId: `p${n}`, timestamp: new Date(AT + n) },
})

it('a turn that ends each process that counts it is found among others, put aside and counted when it is tried again', async () => {
  const where = options()
  const counted: string[] = []
  /** What a process counts until it is at the bad turn, and ends. */
  const count = async (isBad: (id: number) => boolean): Promise<boolean> => {
    await using store = openSqliteStore(where)
    try {
      for (;;) {
        const seen = await store.countNext(({ timestamp }) => {
          if (isBad(timestamp.getTime() - AT)) throw new Error('the process ends here')
          return RULE
        }, 100)
        if (seen.length === 0) return true
        counted.push(...seen.map(({ turnId }) => turnId))
      }
    } catch {
      return false
    }
  }
  {
    await using store = openSqliteStore(where)
    await store.keepTurns([1, 2, 3, 4].map(kept))
  }
  let ends = 0
  while (!(await count((n) => n === 3))) ends++
  expect(ends).toBeGreaterThanOrEqual(3)
  expect(ends).toBeLessThanOrEqual(6)
  expect(counted).toEqual(['turn-1', 'turn-2', 'turn-4'])
  {
    await using store = openSqliteStore(where)
    expect(await store.putAside()).toMatchObject([{ kind: 'turn', what: 'turn-3' }])
    expect(await store.tryAgain()).toBe(1)
  }
  expect([await count(() => false), counted.at(-1)]).toEqual([true, 'turn-3'])
})
