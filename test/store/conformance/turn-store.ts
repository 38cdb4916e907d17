import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TurnTrajectory } from '../../../src/domain/turn.ts'
import type { TriggerStore, TurnLookups, TurnStore } from '../../../src/store/ports/turn-store.ts'
import type { StoreUpkeep } from '../../../src/store/ports/upkeep.ts'
import { AT, outcome, RULE, recorder, TURN } from './records.ts'
import { turnCountingConformance } from './turn-store/counting.ts'
import { turnGroupingConformance } from './turn-store/grouping.ts'
import { turnReadingsConformance } from './turn-store/readings.ts'

/** What `TurnStore` promises of turns and their streaks. Its other parts are in the folder beside it. */
export function turnStoreConformance(open: () => Needs): void {
  describe('TurnStore', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    describe('sessionsAlone', () => {
      it('gives the other sessions in which a text is all that was asked', async () => {
        const say = (sessionId: string, ...texts: readonly string[]) =>
          record(...texts.map((userInput, n) => ({ userInput, sessionId, promptId: `${n}` })))
        await say('one', 'work on the plan')
        await say('twice', 'work on the plan', 'work on the plan')
        await say('more', 'work on the plan', 'and commit it')
        await say('other', 'commit it')
        expect([...(await store.sessionsAlone('work on the plan', 'mine'))].sort()).toEqual(['one', 'twice'])
        expect(await store.sessionsAlone('work on the plan', 'one')).toEqual(['twice'])
        expect(await store.sessionsAlone('nobody said this', '')).toEqual([])
      })
    })

    describe('recordTurn', () => {
      it('counts successes up to the threshold, hands over the streak with its turns, and starts afresh', async () => {
        expect(await record({})).toEqual({ status: 'recorded', turnId: 'turn-1', signature: 'add-tests', streak: 1 })
        expect(await record({})).toMatchObject({ status: 'recorded', turnId: 'turn-2', streak: 2 })
        expect(await record({})).toEqual({
          status: 'recorded',
          turnId: 'turn-3',
          signature: 'add-tests',
          streak: 3,
          trigger: { id: 'trigger-3', signature: 'add-tests', turnIds: ['turn-1', 'turn-2', 'turn-3'] },
        })
        expect(await record({})).toMatchObject({ streak: 1 })
      })

      it('drops the streak at a failure and lets an unknown outcome pass it by', async () => {
        expect(await record({}, {}, outcome('unknown'))).toMatchObject({ streak: 2 })
        expect(await record({}, {})).toMatchObject({ streak: 1 })
        expect(await record(outcome('failure'))).toMatchObject({ streak: 0 })
        expect(await record({})).toMatchObject({ streak: 1 })
      })

      it('keeps the streaks of signatures and scopes apart', async () => {
        await record({}, {})
        expect(await record({ key: 'fix-lint' })).toMatchObject({ streak: 1 })
        expect(await record({ rule: { scope: '/project' } })).toMatchObject({ streak: 1 })
        expect((await record({})).trigger?.turnIds).toEqual(['turn-1', 'turn-2', 'turn-5'])
      })

      it('counts no streak for a turn without a signature, and keeps the turn', async () => {
        const said = await record({ key: '' }, { key: '' }, { key: '' })
        expect(said).toEqual({ status: 'recorded', turnId: 'turn-3', signature: '', streak: 0 })
        expect(await store.turns(['turn-1'])).toHaveLength(1)
      })

      it('knows a turn of the same engine, session and prompt, and counts it once', async () => {
        const same = { sessionId: 's', promptId: 'p' }
        await record(same)
        expect(await record(same)).toEqual({
          status: 'known',
          turnId: 'turn-1',
          signature: 'add-tests',
          streak: 1,
        })
        expect(await record({ ...same, sessionId: 't' })).toMatchObject({ status: 'recorded', streak: 2 })
        expect(await record({ ...same, engine: 'codex' })).toMatchObject({ status: 'recorded', streak: 3 })
      })

      it('counts a known turn once its outcome is known, and then never again', async () => {
        const same = { sessionId: 's', promptId: 'p' }
        await record({}, { ...same, outcome: 'unknown' })
        expect(await record({ ...same, summary: 'done' })).toMatchObject({
          status: 'recorded',
          turnId: 'turn-2',
          streak: 2,
        })
        expect(await record({ ...same, outcome: 'failure' })).toMatchObject({ status: 'known', streak: 2 })
        expect(await store.turns(['turn-2'])).toMatchObject([{ outcome: 'success', summary: 'done' }])
        expect((await store.tally()).turns).toBe(2)
      })

      it('takes a turn without an engine for one of the generic engine', async () => {
        const { engine: _, ...without } = TURN
        const given = { ...without, sessionId: 's', promptId: 'p' }
        const add = async (id: string, trajectory: TurnTrajectory) =>
          await store.recordTurn({ id, signature: 'x', trajectory }, RULE)
        await add('a', given)
        expect(await add('b', { ...given, engine: 'generic' })).toMatchObject({ status: 'known', turnId: 'a' })
      })

      it('never takes a turn without a prompt id for a repetition', async () =>
        expect(await record({ sessionId: 's' }, { sessionId: 's' })).toMatchObject({ status: 'recorded', streak: 2 }))

      it('forgets a streak that nothing was added to for too long; an unknown outcome adds nothing', async () => {
        const at = (ms: number) => ({ timestamp: new Date(AT + ms) })
        await record(at(0), { ...at(800), ...outcome('unknown') })
        expect(await record({ ...at(1001), rule: { expiryMs: 1000 } })).toMatchObject({ streak: 1 })
        expect(await record({ ...at(2001), rule: { expiryMs: 1000 } })).toMatchObject({ streak: 2 })
      })

      it('lets a late turn of long ago neither end a live streak nor be part of it, whichever way streaks are kept', async () => {
        const at = (ms: number) => ({ timestamp: new Date(AT + ms), userInput: 'fix the lint errors' })
        for (const [key, grouping] of [['exact', 'signature'] as const, ['like', 'similar'] as const]) {
          const rule = { expiryMs: 1000, grouping }
          await record({ key, ...at(60_000), rule }, { key, ...at(60_100), rule })
          expect(await record({ key, ...at(-1), ...outcome('failure'), rule })).toMatchObject({ streak: 2 })
          expect((await record({ key, ...at(60_200), rule })).trigger?.turnIds).toHaveLength(3)
        }
        const rule = { expiryMs: 1000 }
        await record({ ...at(60_000), rule }, { ...at(60_100), rule })
        expect(await record({ ...at(-1), rule })).toMatchObject({ streak: 2 })
        expect((await record({ ...at(60_200), rule })).trigger?.turnIds).not.toContain('turn-11')
      })

      it('bounds the number of streaks; the oldest go first', async () => {
        const rule = { maxBuckets: 10 }
        for (let i = 0; i < 600; i++) await record({ key: `key-${i}`, timestamp: new Date(AT + i), rule })
        expect(await record({ key: 'key-599', timestamp: new Date(AT + 601), rule })).toMatchObject({ streak: 2 })
        expect(await record({ key: 'key-0', timestamp: new Date(AT + 602), rule })).toMatchObject({ streak: 1 })
      })

      it('keep a refused turn out of the streak, and end none for it', async () => {
        await record({})
        const said = await store.recordTurn({ id: 'r', signature: 'add-tests', trajectory: TURN, refusal: 'no' }, RULE)
        expect(said).toMatchObject({ status: 'recorded', streak: 1 })
        expect(await record({})).toMatchObject({ streak: 2 })
      })
    })

    describe('a correction and veto', () => {
      const rejectedIn = async (sessionId: string, engine = 'claude-code') =>
        (await record({ sessionId, engine, userInput: 'no, that is wrong, revert it', outcome: 'unknown' })).rejects

      it('name the last turn of the session where it succeeded', async () => {
        const said = (sessionId: string, promptId: string) => ({ sessionId, promptId })
        await record(said('s', 'a'), said('s', 'b'), said('t', 'a'))
        expect(await rejectedIn('s', 'codex')).toBeUndefined()
        expect([await rejectedIn('s'), await rejectedIn('t'), await rejectedIn('u')]).toEqual([
          'turn-2',
          'turn-3',
          undefined,
        ])
        // The turn of the correction is the last one now.
        expect(await rejectedIn('s')).toBeUndefined()
        expect((await record(said('t', 'c'))).rejects).toBeUndefined()
      })

      it('name it also where the engine tells of no prompt ids, the newest of both', async () => {
        await record({ sessionId: 's' }, { sessionId: 't' }, { sessionId: 's', promptId: 'a' })
        expect([await rejectedIn('s'), await rejectedIn('t')]).toEqual(['turn-3', 'turn-2'])
        await record({ sessionId: 's' }, { sessionId: 's', outcome: 'failure' })
        expect(await rejectedIn('s')).toBeUndefined()
      })

      it('take a success back once: the turn is unknown and counts in no streak', async () => {
        await record({}, {})
        expect(await store.veto('turn-1')).toBe(true)
        expect([await store.veto('turn-1'), await store.veto('nobody')]).toEqual([false, false])
        expect(await store.turns(['turn-1'])).toMatchObject([{ outcome: 'unknown' }])
        expect(await record({})).toMatchObject({ streak: 2 })
        expect((await record({})).trigger?.turnIds).toEqual(['turn-2', 'turn-3', 'turn-4'])
      })
    })
  })
  turnCountingConformance(open)
  turnReadingsConformance(open)
  turnGroupingConformance(open)
}

type Needs = AsyncDisposable & TurnStore & TurnLookups & TriggerStore & StoreUpkeep
