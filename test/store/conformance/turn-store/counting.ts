import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TurnTrajectory } from '../../../../src/domain/turn.ts'
import type { CountedTurn, NewTurn, TurnStore } from '../../../../src/store/ports/turn-store.ts'
import { AT, RULE, TURN } from '../records.ts'

/** What `TurnStore` promises of turns that are kept first and counted later. */
export function turnCountingConformance(open: () => Needs): void {
  describe('TurnStore, turns that are counted later', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())
    const turn = (id: string, minute: number, more: Partial<TurnTrajectory> = {}, refusal?: string): NewTurn => ({
      id,
      signature: 'add-tests',
      trajectory: { ...TURN, sessionId: 's', promptId: id, timestamp: new Date(AT + minute * 60_000), ...more },
      refusal,
    })
    const keep = async (...given: Parameters<typeof turn>) => (await store.keepTurns([turn(...given)]))[0]
    const next = async (number: number, limit = 1) => {
      const claim = { ...RULE.claim, triggerId: `trigger-${number}` }
      return await store.countNext(() => ({ ...RULE, claim }), limit)
    }
    const counted = async (): Promise<CountedTurn[]> => {
      const all: CountedTurn[] = []
      for (;;) {
        const some = await next(all.length)
        if (some.length === 0) return all
        all.push(...some)
      }
    }
    describe('keepTurns and countNext', () => {
      it('count in the order of time, whatever order they came in, each once', async () => {
        for (const [id, minute] of [
          ['c', 3],
          ['a', 1],
          ['d', 4],
          ['b', 2],
        ] as const)
          await keep(id, minute)
        const all = await counted()
        expect(all.map(({ turnId, streak }) => [turnId, streak])).toEqual([
          ['a', 1],
          ['b', 2],
          ['c', 3],
          ['d', 1],
        ])
        expect(all[2]?.trigger).toEqual({ id: 'trigger-2', signature: 'add-tests', turnIds: ['a', 'b', 'c'] })
        expect(await counted()).toEqual([])
      })

      it('let a failure end the streak before it, and a refused turn pass by', async () => {
        await keep('c', 3)
        await keep('b', 2, { outcome: 'failure' })
        await keep('d', 4, {}, 'ack: says nothing')
        await keep('a', 1)
        expect((await counted()).map(({ turnId, streak, turn }) => [turnId, streak, turn.refusal])).toEqual([
          ['a', 1, undefined],
          ['b', 0, undefined],
          ['c', 1, undefined],
          ['d', 1, 'ack: says nothing'],
        ])
      })

      it('know a turn that was kept or counted before, and one that came to its end since', async () => {
        expect(await keep('a', 1, { outcome: 'unknown' })).toEqual({ status: 'recorded', turnId: 'a' })
        expect(await keep('b', 2, { promptId: 'a', outcome: 'unknown' })).toEqual({ status: 'known', turnId: 'a' })
        expect(await keep('c', 1, { promptId: 'a' })).toEqual({ status: 'recorded', turnId: 'a' })
        expect((await counted()).map(({ turnId, streak }) => [turnId, streak])).toEqual([['a', 1]])
        expect(await keep('d', 1, { promptId: 'a' })).toEqual({ status: 'known', turnId: 'a' })
        expect(await counted()).toEqual([])
      })

      it('count a turn once that was kept without an end, and is recorded with one', async () => {
        await keep('a', 1, { outcome: 'unknown' })
        const trajectory = { ...TURN, sessionId: 's', promptId: 'a' }
        expect(await store.recordTurn({ id: 'b', signature: 'add-tests', trajectory }, RULE)).toMatchObject({
          streak: 1,
        })
        expect(await counted()).toEqual([])
      })

      it('name the success before a correction in its session, whatever came after it', async () => {
        await keep('a', 1)
        await keep('b', 2, { sessionId: 't' })
        await keep('c', 3, { userInput: REJECTION })
        await keep('d', 4)
        await keep('e', 5, { sessionId: 'u', userInput: REJECTION })
        const rejects = (await counted()).map(({ turnId, rejects: id }) => [turnId, id])
        expect(rejects).toEqual([['a'], ['b'], ['c', 'a'], ['d'], ['e']].map(([id, of]) => [id, of]))
      })

      it('do not count as a success what was taken back meanwhile', async () => {
        await keep('a', 1)
        expect(await store.veto('a')).toBe(true)
        expect(await counted()).toMatchObject([
          { turnId: 'a', streak: 0, turn: { trajectory: { outcome: 'unknown' } } },
        ])
      })
    })

    describe('many turns at once', () => {
      it('are kept together, one that comes twice among them once', async () => {
        const given = [turn('a', 1), turn('b', 2), turn('c', 3, { promptId: 'a' })]
        expect(await store.keepTurns(given)).toEqual([
          { status: 'recorded', turnId: 'a' },
          { status: 'recorded', turnId: 'b' },
          { status: 'known', turnId: 'a' },
        ])
        expect((await counted()).map(({ turnId }) => turnId)).toEqual(['a', 'b'])
      })

      it('are counted until a streak is full, a turn rejects another or there are enough', async () => {
        const kept = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, minute) => turn(id, minute))
        const rejection = turn('d', 3, { userInput: REJECTION })
        await store.keepTurns(kept.map((one) => (one.id === 'd' ? rejection : one)))
        const ids = (some: readonly CountedTurn[]) => some.map(({ turnId }) => turnId)
        const full = await next(0, 9)
        expect([ids(full), full.at(-1)?.trigger?.turnIds]).toEqual([
          ['a', 'b', 'c'],
          ['a', 'b', 'c'],
        ])
        expect(ids(await next(1, 9))).toEqual(['d'])
        expect(ids(await next(2, 1))).toEqual(['e'])
        expect(ids(await next(3, 9))).toEqual(['f'])
        expect(ids(await next(4, 9))).toEqual(['g'])
        expect(await next(5, 9)).toEqual([])
      })
    })

    describe('a turn that comes after newer ones', () => {
      const record = async (id: string, minute: number, more: Partial<TurnTrajectory> = {}) => {
        const timestamp = new Date(AT + minute * 60_000)
        const trajectory = { ...TURN, sessionId: 's', promptId: id, timestamp, ...more }
        return await store.recordTurn({ id, signature: 'add-tests', trajectory }, RULE)
      }

      it('stands among them in the order of time', async () => {
        await record('c', 3)
        await record('a', 1)
        expect((await record('b', 2)).trigger?.turnIds).toEqual(['a', 'b', 'c'])
      })

      it('ends with a failure only what was before it', async () => {
        await record('a', 1)
        await record('c', 3)
        expect(await record('b', 2, { outcome: 'failure' })).toMatchObject({ streak: 1 })
        await record('d', 4)
        expect((await record('e', 5)).trigger?.turnIds).toEqual(['c', 'd', 'e'])
      })
    })
  })
}

const REJECTION = 'no, that is wrong, revert it'

type Needs = AsyncDisposable & TurnStore
